/** Unattached uploads: limited per person, deleted after seven days, with few list requests. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { createZip } from '../../infra/testing/generate/archive.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { sweepUploads, unattachedLifetimeMs } from './sweep.ts';
import {
  createCaseWithFacts,
  createTusClient,
  openUploadWorld,
  statusAndIssueOf,
  type TestViewerName,
  type UploadWorld,
} from './testing.ts';
import { createUploadRecords } from './upload-record.ts';

const caseId = 'C2K7QM';
const chat = { purpose: 'chat', kind: 'chat' };
const refused = '400 104000 upload-unattached';
const bytes = createZip();
const most = { uploads: 3, bytes: 10 * bytes.length };

/** Number of lists and of single reads. */
let asked: { lists: number; reads: number };
let world: UploadWorld;
const used = new Set<string>();
beforeEach(() => {
  asked = { lists: 0, reads: 0 };
  used.clear();
  const inner = createMemoryVault();
  const vault: Vault = {
    ...inner,
    list: prefix => {
      asked.lists += 1;
      return inner.list(prefix);
    },
    get: key => {
      asked.reads += 1;
      return inner.get(key);
    },
  };
  world = openUploadWorld({ vault });
  world.cases.set(caseId, createCaseWithFacts({ status: Status.InfoRequested }));
});
afterEach(() => world.close());

const open = () => world.open({ mostUnattached: most, usedOf: async () => used });
const begin = async (
  app: ReturnType<typeof open>['app'],
  size = bytes.length,
  who: TestViewerName = 'doctor',
) => statusAndIssueOf(await createTusClient(app, who).begin(chat, size));

it('an unattached upload is refused above the person’s limit, also after a restart; others are unaffected', async () => {
  const { app } = open();
  for (let i = 0; i < 2; i++) await createTusClient(app).send(chat, bytes);
  expect(await begin(app)).toBe('201');
  expect(await begin(app)).toBe(refused);
  expect(await begin(open().app)).toBe(refused);
  expect(await begin(app, bytes.length, 'doctor2')).toBe('201');
});

it('an unattached upload is refused above the byte limit', async () => {
  const { app } = open();
  await createTusClient(app).send(chat, bytes);
  expect(await begin(app, most.bytes - bytes.length + 1)).toBe(refused);
  world.clock.advance(10_000);
  expect(await begin(app, most.bytes - bytes.length)).toBe('201');
});

it('an unattached upload frees its room when used or deleted, and a refused one causes no reads', async () => {
  const { app } = open();
  const { id } = await createTusClient(app).send(chat, bytes);
  await createTusClient(app).send(chat, bytes);
  const { headers } = await createTusClient(app).begin(chat, bytes.length);
  expect(await begin(app)).toBe(refused);
  used.add(id);
  await createTusClient(app).call('DELETE', headers.get('location') ?? '');
  asked.reads = 0;
  expect(await begin(app)).toBe(refused);
  expect(asked.reads).toBe(0);
  world.clock.advance(10_000);
  expect([await begin(app), await begin(app), await begin(app)]).toEqual(['201', '201', refused]);
});

it('unattached uploads are swept sixty-four at a time with one list, reading their case once', async () => {
  const { uploads, deps, app } = world.open();
  for (let i = 0; i < 70; i++)
    await createTusClient(app).send(i % 2 ? chat : { caseId, kind: 'archive' }, createZip(`${i}.txt`));
  const kept = await createTusClient(app).send({ caseId, kind: 'archive' }, createZip('0.txt'));
  await createUploadRecords(world.vault).put({
    ...((await createUploadRecords(world.vault).get(kept.id))?.record ?? expect.fail()),
    kept: true,
  });
  world.clock.advance(unattachedLifetimeMs + 1);
  let streams = 0;
  const store: Pick<UploadWorld['store'], 'read'> = {
    read: (...what) => {
      streams += 1;
      return world.store.read(...what);
    },
  };
  asked.lists = 0;
  expect(await sweepUploads({ ...deps, store, uploads, isSaid: () => false })).toBe(70);
  // One list finds the old uploads, and each sixty-four deletions need one more.
  expect([asked.lists, streams]).toEqual([3, 1]);
  // Bytes that another record names are kept.
  expect(await Array.fromAsync(createUploadRecords(world.vault).all())).toMatchObject([{ id: kept.id }]);
  const { orgId, sha256 } = await named(kept.id);
  expect(await world.open().blobs.size({ orgId, sha256 })).toBe(createZip('0.txt').length);
});

async function named(id: string) {
  const record = (await createUploadRecords(world.vault).get(id))?.record;
  if (!record?.finished) throw new Error('the upload is not there');
  return { orgId: record.orgId, sha256: record.finished.sha256 };
}
