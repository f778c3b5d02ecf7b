import { expect, it } from 'vitest';
import { toLogPosition } from '#events/log-position.ts';
import { systemIds } from '../clock/clock.ts';
import { emptyManifest, type Manifest, ManifestTaken, manifestName } from './manifest.ts';
import { createOrganisationTables } from './organisation-tables.ts';
import type { TableFiles } from './table-files.ts';

const own: Manifest = { ...emptyManifest('log', 'main'), number: 1, holder: 'own' };

/** Tables whose manifests are in memory, and become durable when the test says so. */
function openTables() {
  const texts = new Map([[manifestName(1), JSON.stringify(own)]]);
  const durable = Promise.withResolvers<boolean>();
  const files: TableFiles = {
    dir: '/nowhere',
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
    ...{ files, manifest: own, pseudonym: id => id, write: async () => [] },
    ...{ ids: systemIds, onStep: () => undefined },
  });
  const at = toLogPosition(5);
  const commit = () => tables.commit({ final: at, read: at, provisional: tables.emptyRows(), erased: ['C'] });
  const put = (manifest: Manifest) => texts.set(manifestName(manifest.number), JSON.stringify(manifest));
  return { tables, commit, put, count: () => texts.size, settle: () => durable.resolve(true) };
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
  await expect(tables.follow()).rejects.toThrow(ManifestTaken);
  put({ ...own, number: 3, lacks: [{ table: 'events', from: '1', to: '2' }] });
  await expect(tables.follow()).rejects.toThrow(ManifestTaken);
});
