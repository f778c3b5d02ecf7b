import { expect, test } from 'vitest';
import type { FileKind } from '#events/case/options.ts';
import { UploadError } from '#web/lib/upload.ts';
import type { InspectResult } from '#workers/file/protocol.ts';
import {
  type DuplicateFile,
  newUploadItem,
  type SendFileDeps,
  sendFile,
  type UploadItem,
} from './send-file.ts';
import { mayRetryUpload } from './upload-fault-text.ts';

const ready: InspectResult = { ready: { sha256: 'aa', converted: null, model: null } };
const turned: InspectResult = { ready: { sha256: 'bb', converted: new Blob(['stl of five']), model: null } };

type Script = { answer?: InspectResult; unread?: Error; twin?: DuplicateFile; ends?: Promise<string> };

/** Sends a file with scripted dependencies; merges the reported changes as a form does. */
function send(
  { answer = ready, unread, twin, ends = Promise.resolve('f1') }: Script,
  name = 'upper.stl',
  kind: FileKind = 'stl',
) {
  const done: string[] = [];
  let item: Partial<UploadItem> = {};
  const deps: SendFileDeps = {
    inspect: async (_file, _kind, onShare) => {
      onShare(1);
      if (unread) throw unread;
      return answer;
    },
    start: async (parcel, target, _headers, onProgress) => {
      done.push(`sends ${parcel.name} ${parcel.bytes.size} ${parcel.sha256} to ${target.slot}`);
      onProgress({ sent: 1, speed: 1 });
      return {
        done: ends,
        pause: () => done.push('pauses'),
        resume: () => done.push('resumes'),
        cancel: () => done.push('cancels'),
      };
    },
    headers: () => ({}),
    twinOf: () => twin,
  };
  const target = { caseId: 'C2K7QM', kind, slot: kind === 'stl' ? ('upper' as const) : null };
  const job = sendFile(new File(['1234'], name), target, deps, change => {
    item = { ...item, ...change };
  });
  return { job, done, item: () => item };
}

/** Waits until all pending promises have settled. */
const settled = () => new Promise(resolve => setImmediate(resolve));

test('a file is read, sent and stored', async () => {
  const { done, item } = send({});
  await settled();
  expect(done).toEqual(['sends upper.stl 4 aa to upper']);
  expect(item()).toMatchObject({ state: 'done', fileId: 'f1', sent: 4, sha256: 'aa' });
});

test('a converted PLY is sent under its new name and size', async () => {
  const { done, item } = send({ answer: turned }, 'upper.ply');
  await settled();
  expect(done).toEqual(['sends upper.stl 11 bb to upper']);
  expect(item()).toMatchObject({ state: 'done', name: 'upper.stl', size: 11 });
});

test.each([
  ['by its name', {}, 'photo.svg', 'photo', { code: 103005 }],
  [
    'by its content',
    { answer: { refused: { refusal: 'photoUpload', issues: [] } } },
    'a.png',
    'photo',
    { code: 103002 },
  ],
  [
    'as the same file is there',
    { twin: { name: 'lower.stl', slot: 'lower' } },
    'a.stl',
    'stl',
    { twin: { slot: 'lower' } },
  ],
] as const)('does not send a file that is refused %s', async (_how, script, name, kind, error) => {
  const { done, item } = send(script as Script, name, kind);
  await settled();
  expect(done).toEqual([]);
  expect(item()).toMatchObject({ state: 'failed', error });
});

test('a server refusal keeps its code; a lost connection has none', async () => {
  const fault = { code: 103012, issues: [] };
  const refused = send({ ends: Promise.reject(new UploadError(fault)) });
  const away = send({ ends: Promise.reject(new Error('the connection dropped')) });
  await settled();
  expect(refused.item()).toMatchObject({ state: 'failed', error: fault });
  expect(away.item()).toMatchObject({ state: 'failed', error: { code: null, issues: [] } });
});

test('a file cancelled while it is read is never sent, and reports no change', async () => {
  const { job, done, item } = send({});
  job.cancel();
  const then = item();
  await settled();
  expect(done).toEqual([]);
  expect(item()).toBe(then);
});

test.each([
  ['an array that could not be had', new RangeError('Array buffer allocation failed')],
  ['a compiled part that ran out of memory', new WebAssembly.RuntimeError('unreachable')],
  ['a worker that died', new Error('the worker could not be started')],
])('a file that the browser could not read is reported and can be retried: %s', async (_what, unread) => {
  const { done, item } = send({ unread });
  await settled();
  expect(done).toEqual([]);
  const failed = { ...newUploadItem(new File(['1'], 'upper.stl'), 'stl', 'upper'), ...item() };
  expect(failed).toMatchObject({ state: 'failed', error: { unread: true } });
  expect(mayRetryUpload(failed)).toBe(true);
});

test('pause and resume reach the upload; late progress does not change the paused state', async () => {
  const { job, done, item } = send({ ends: new Promise(() => {}) });
  await settled();
  job.pause();
  expect(item()).toMatchObject({ state: 'paused', speed: 0 });
  job.resume();
  expect(item()).toMatchObject({ state: 'sending' });
  job.leave();
  expect(done.slice(1)).toEqual(['pauses', 'resumes', 'pauses']);
});

test('removing the line of a stored file does not delete the file', async () => {
  const { job, done } = send({});
  await settled();
  job.cancel();
  expect(done).toHaveLength(1);
});
