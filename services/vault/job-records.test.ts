import { beforeEach, expect, it } from 'vitest';
import type { JobState } from '#events/job-state.ts';
import { createJobRecords, type JobRecords } from './job-records.ts';
import { createMemoryVault } from './memory.ts';

type Job = { state: JobState; until: string | null; bytes: string | null };
const waiting: Job = { state: 'waiting', until: null, bytes: null };

let dropped: string[];
let records: JobRecords<Job>;
/** Number of records that existed each time bytes were deleted. */
let there: number[];
beforeEach(() => {
  [dropped, there] = [[], []];
  const vault = createMemoryVault();
  records = createJobRecords<Job>({
    ...{ vault, prefix: 'test/', untilOf: ({ until }) => until },
    dropBytes: async ({ bytes }) => {
      there.push((await records.list()).length);
      if (bytes) dropped.push(bytes);
    },
  });
});

it('adds a job once', async () => {
  expect([await records.add('p/1', waiting), await records.add('p/1', { ...waiting, bytes: 'b' })]).toEqual([
    true,
    false,
  ]);
  expect(await records.find('p/1')).toEqual(waiting);
});

it('notes progress until the job has ended or was dropped', async () => {
  await records.add('p/1', waiting);
  expect(await records.note('p/1', { ...waiting, state: 'making' })).toBe(true);
  expect(await records.note('p/1', { ...waiting, state: 'cancelled' })).toBe(true);
  expect(await records.note('p/1', { ...waiting, state: 'ready' })).toBe(false);
  expect((await records.find('p/1'))?.state).toBe('cancelled');
  await records.drop('p/1');
  expect(await records.note('p/1', { ...waiting, state: 'making' })).toBe(false);
  expect(await records.list()).toEqual([]);
});

it('lists the jobs below a name', async () => {
  for (const name of ['p/1', 'p/2', 'p-other/1']) await records.add(name, waiting);
  expect(await records.list('p/')).toHaveLength(2);
  expect(await records.list()).toHaveLength(3);
});

it('deletes the bytes before the record that names them', async () => {
  await records.add('p/1', { ...waiting, bytes: 'b' });
  await records.drop('p/1');
  await records.drop('p/1');
  expect([dropped, there, await records.list()]).toEqual([['b'], [1], []]);
});

it('reads a record of an earlier release as one of now, wherever it is read', async () => {
  const vault = createMemoryVault();
  const lift = (job: Job): Job => ({ ...job, state: job.state === 'ready' ? 'making' : job.state });
  const lifted = createJobRecords<Job>({ vault, prefix: 'test/', lift });
  await vault.put('test/p/1', { ...waiting, state: 'ready' });
  expect([(await lifted.find('p/1'))?.state, (await lifted.list())[0]?.state]).toEqual(['making', 'making']);
  const seen: string[] = [];
  const before = await lifted.change('p/1', now => {
    seen.push(now.state);
    return now;
  });
  expect([seen, before?.state]).toEqual([['making'], 'making']);
  await vault.put('test/p/1', { ...waiting, state: 'ready' });
  expect(await lifted.note('p/1', { ...waiting, state: 'failed' })).toBe(true);
});

it('deletes jobs whose time is over, and no others', async () => {
  await records.add('p/1', { ...waiting, until: '2026-01-01T00:00:00Z', bytes: 'old' });
  await records.add('p/2', { ...waiting, until: '2026-01-03T00:00:00Z', bytes: 'new' });
  await records.add('p/3', waiting);
  await records.sweep(Date.parse('2026-01-02T00:00:00Z'));
  expect([dropped, (await records.list()).length]).toEqual([['old'], 2]);
});
