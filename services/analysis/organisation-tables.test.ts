import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { caseFactsOf } from '#events/analysis/case-facts.ts';
import { toLogPosition } from '#events/log-position.ts';
import { systemIds } from '../clock/clock.ts';
import { createEmptyManifest, type Manifest, ManifestNumberTakenError, manifestNameOf } from './manifest.ts';
import { createOrganisationTables } from './organisation-tables.ts';
import type { TableFiles } from './table-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-organisation-'));
afterAll(() => rmSync(dir, { recursive: true }));

const own: Manifest = { ...createEmptyManifest('log', 'main'), number: 1, holder: 'own' };

/** Tables whose manifests are in memory, and become durable when the test says so. */
function openTables(manifest = own) {
  const texts = new Map([[manifestNameOf(1), JSON.stringify(manifest)]]);
  const written: string[] = [];
  const durable = Promise.withResolvers<boolean>();
  const files: TableFiles = {
    dir,
    names: async () => [...texts.keys()],
    read: async name => texts.get(name),
    create: (name, text) => {
      texts.set(name, text);
      return durable.promise;
    },
    keep: async () => undefined,
    fetch: async () => true,
    check: async () => ({ damaged: [], replaced: 0 }),
    remove: async () => undefined,
  };
  const tables = createOrganisationTables({
    ...{ files, manifest, pseudonym: id => id, ids: systemIds, onStep: () => undefined },
    write: async jobs => {
      written.push(...jobs.map(({ sql }) => sql));
      return jobs.map(() => ({ rows: 1, bytes: 1, sha256: '' }));
    },
  });
  const commit = (erased = ['C'], position = 5) => {
    const at = toLogPosition(position);
    return tables.commit({
      final: at,
      read: at,
      provisional: tables.emptyRows(),
      isSealing: false,
      afterItem: () => undefined,
      erased,
    });
  };
  const put = (manifest: Manifest) => texts.set(manifestNameOf(manifest.number), JSON.stringify(manifest));
  return { tables, commit, put, written, count: () => texts.size, settle: () => durable.resolve(true) };
}

it('goes on while its own commit is not durable yet', async () => {
  const { tables, commit, count, settle } = openTables();
  const committed = commit();
  await expect.poll(count).toBe(2);
  await tables.follow();
  settle();
  await committed;
  await tables.follow();
});

it('stops once another process has taken the tables over, or set segments aside', async () => {
  const { tables, put } = openTables();
  put({ ...own, number: 2, holder: 'other' });
  await expect(tables.follow()).rejects.toThrow(ManifestNumberTakenError);
  put({ ...own, number: 3, lacks: [{ table: 'events', from: '1', to: '2' }] });
  await expect(tables.follow()).rejects.toThrow(ManifestNumberTakenError);
});

it('leaves an erased patient’s facts out of the next commit, if the one after the erasure wrote nothing', async () => {
  const last = { position: '10', clock: 0 };
  const { tables, commit, written, settle } = openTables({ ...own, last });
  settle();
  tables.pending.addFacts({ ...caseFactsOf('C', {}, '2026-11-28'), position: toLogPosition(4) });
  // The manifest has later rows than were read again since the start.
  await commit(['C'], 6);
  expect(written).toEqual([]);
  await commit([], 10);
  expect(written).toEqual([expect.stringContaining("case_id NOT IN (SELECT unnest(['C']))")]);
});
