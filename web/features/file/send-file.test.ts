import { expect, test } from 'vitest';
import type { FileKind } from '#events/case/options.ts';
import { UploadError } from '#web/lib/upload.ts';
import type { InspectResult } from '#workers/file/protocol.ts';
import { mayRetry } from './fault-words.ts';
import { blankItem, type SendDeps, sendFile, type Twin, type UploadItem } from './send-file.ts';

const ready: InspectResult = { ready: { sha256: 'aa', converted: null, model: null } };
const turned: InspectResult = { ready: { sha256: 'bb', converted: new Blob(['stl of five']), model: null } };

type Script = { answer?: InspectResult; unread?: Error; twin?: Twin; ends?: Promise<string> };

/** Sends a file through a scripted world; what was told is merged as a form merges it. */
function send(
  { answer = ready, unread, twin, ends = Promise.resolve('f1') }: Script,
  name = 'upper.stl',
  kind: FileKind = 'stl',
) {
  const done: string[] = [];
  let item: Partial<UploadItem> = {};
  const deps: SendDeps = {
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

/** Everything that is under way has come as far as it can. */
const settled = () => new Promise(resolve => setImmediate(resolve));

test('a file is read, sent, and is in', async () => {
  const { done, item } = send({});
  await settled();
  expect(done).toEqual(['sends upper.stl 4 aa to upper']);
  expect(item()).toMatchObject({ state: 'done', fileId: 'f1', sent: 4, sha256: 'aa' });
});

test('what a PLY was turned into is sent, under its own name and size', async () => {
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
] as const)('a file that is refused %s is not sent', async (_how, script, name, kind, error) => {
  const { done, item } = send(script as Script, name, kind);
  await settled();
  expect(done).toEqual([]);
  expect(item()).toMatchObject({ state: 'failed', error });
});

test('a refusal of the server is told as it stands; a network that is gone has no code', async () => {
  const fault = { code: 103012, issues: [] };
  const refused = send({ ends: Promise.reject(new UploadError(fault)) });
  const away = send({ ends: Promise.reject(new Error('the connection dropped')) });
  await settled();
  expect(refused.item()).toMatchObject({ state: 'failed', error: fault });
  expect(away.item()).toMatchObject({ state: 'failed', error: { code: null, issues: [] } });
});

test('what is cancelled while it is read is never sent, and nobody is told of it', async () => {
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
])(
  'a file that the browser could not read is told as such, and may be tried again: %s',
  async (_what, unread) => {
    const { done, item } = send({ unread });
    await settled();
    expect(done).toEqual([]);
    const failed = { ...blankItem(new File(['1'], 'upper.stl'), 'stl', 'upper'), ...item() };
    expect(failed).toMatchObject({ state: 'failed', error: { unread: true } });
    expect(mayRetry(failed)).toBe(true);
  },
);

test('pausing and going on reach the upload; what is paused is told so whatever still arrives', async () => {
  const { job, done, item } = send({ ends: new Promise(() => {}) });
  await settled();
  job.pause();
  expect(item()).toMatchObject({ state: 'paused', speed: 0 });
  job.resume();
  expect(item()).toMatchObject({ state: 'sending' });
  job.leave();
  expect(done.slice(1)).toEqual(['pauses', 'resumes', 'pauses']);
});

test('what is in is not taken back when its line is removed', async () => {
  const { job, done } = send({});
  await settled();
  job.cancel();
  expect(done).toHaveLength(1);
});
