import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noDeviations } from '#events/analysis/clock.ts';
import { emptyStaffSnapshot } from '#events/analysis/staff.ts';
import type { CaseFoldState } from '#events/analysis/table-fold.ts';
import { toLogPosition } from '#events/log-position.ts';
import { openCaseEntries } from './case-entries.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-entries-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const point = (position: number) => ({
  ...{ position: toLogPosition(position), clock: 0, facts: noDeviations, staff: emptyStaffSnapshot },
  organisations: new Map(),
});
// Cast: the file stores entries and reads nothing in them.
const entryOf = (...people: string[]) => ({ people }) as unknown as CaseFoldState;
const names = ['A', 'B', 'C', 'D'];

it('gives the thread to others after each entry that it saves, and saves all of them', async () => {
  const path = join(dir, 'whole.db');
  const entries = openCaseEntries(path);
  for (const name of names) entries.set(name, entryOf(name));
  let rests = 0;
  await entries.commit(point(7), async () => void rests++);
  expect(rests).toBe(names.length);
  entries.set('A', entryOf('A', 'later'));
  entries.close();
  const again = openCaseEntries(path);
  expect(again.restart()?.position).toBe(7n);
  expect(names.map(name => again.get(name))).toEqual(names.map(name => entryOf(name)));
  again.close();
});

it('saves nothing where it is ended in the middle', async () => {
  const path = join(dir, 'part.db');
  const entries = openCaseEntries(path);
  for (const name of names) entries.set(name, entryOf(name));
  let rests = 0;
  const ended = () => (++rests === 2 ? Promise.reject(new Error('ended')) : undefined);
  await expect(entries.commit(point(7), ended)).rejects.toThrow('ended');
  entries.close();
  const again = openCaseEntries(path);
  expect([again.restart(), again.get('A')]).toEqual([undefined, undefined]);
  again.close();
});
