/** A file's way from a person's hand to the case: checked, read, perhaps turned into STL, sent. */
import type { FileKind, Slot } from '#events/case/options.ts';
import type { RunningUpload, startUpload, UploadFault } from '#web/lib/upload.ts';
import { faultBeforeUpload, faultOf, UploadError } from '#web/lib/upload.ts';
import type { inspectFile } from '#workers/file/client.ts';
import type { ReadModel } from '#workers/file/protocol.ts';

type UploadState = 'checking' | 'turning' | 'sending' | 'paused' | 'done' | 'failed';

export type UploadItem = {
  key: string;
  name: string;
  /** Bytes of what is sent; of the person's file until that is known. */
  size: number;
  kind: FileKind;
  slot: Slot | null;
  state: UploadState;
  /** Share of the reading, 0 to 1. */
  read: number;
  sent: number;
  speed: number;
  sha256: string | null;
  /** What was found of a model before it is sent. */
  model: ReadModel | null;
  /** The file's id, once it is in. */
  fileId: string | null;
  error: UploadFault | { twin: Twin } | { unread: true } | null;
};

/** Where the same bytes are already. */
export type Twin = { name: string; slot: Slot | null };

type Parcel = { bytes: Blob; name: string; sha256: string; model: ReadModel | null };

export type SendDeps = {
  inspect: typeof inspectFile;
  start: typeof startUpload;
  headers: () => Record<string, string>;
  /** The file of the case, or on its way there, that has these bytes already. */
  twinOf: (sha256: string) => Twin | undefined;
};

export type Job = {
  pause: () => void;
  resume: () => void;
  /** Ends it, and takes back what was sent. */
  cancel: () => void;
  /** The form is left: what is sent stays where it is, what is only being read is given up. */
  leave: () => void;
};

const turned = /\.(?:ply|obj)$/i;

export const blankItem = (file: File, kind: FileKind, slot: Slot | null): UploadItem => ({
  key: `${kind}-${slot ?? file.name}-${file.size}-${file.lastModified}`,
  name: file.name,
  size: file.size,
  kind,
  slot,
  state: kind === 'stl' && turned.test(file.name) ? 'turning' : 'checking',
  read: 0,
  sent: 0,
  speed: 0,
  sha256: null,
  model: null,
  fileId: null,
  error: null,
});

/**
 * Sends one file; `told` hears of every change until it is in, failed or cancelled.
 * @returns what can be done about it meanwhile
 */
export function sendFile(
  file: File,
  target: { caseId: string; kind: FileKind; slot: Slot | null },
  deps: SendDeps,
  told: (change: Partial<UploadItem>) => void,
): Job {
  const ended = new AbortController();
  let upload: RunningUpload | undefined;
  let paused = false;

  /** Nobody is told any more of what was cancelled, or of what comes after its end. */
  const tell = (change: Partial<UploadItem>) => {
    if (ended.signal.aborted) return;
    if (change.state === 'done' || change.state === 'failed') {
      upload = undefined;
      ended.abort();
    }
    told(change);
  };
  const fail = (error: UploadItem['error']) => tell({ state: 'failed', error });
  const read = async () => {
    const fault = faultBeforeUpload(file, target.kind);
    if (fault) return fail(fault);
    const answer = await deps
      .inspect(file, target, share => tell({ read: share }), ended.signal)
      // The browser itself could not: its worker ran out of memory, or the file has gone from the disk.
      .catch(() => undefined);
    if (ended.signal.aborted) return;
    if (!answer) return fail({ unread: true });
    if ('refused' in answer) return fail(faultOf(answer.refused));
    const { sha256, converted, model } = answer.ready;
    const twin = deps.twinOf(sha256);
    if (twin) return fail({ twin });
    return {
      bytes: converted ?? file,
      name: converted ? file.name.replace(turned, '.stl') : file.name,
      sha256,
      model,
    };
  };
  const send = async ({ model, ...parcel }: Parcel) => {
    const { bytes, name, sha256 } = parcel;
    tell({ state: 'sending', name, sha256, model, size: bytes.size });
    upload = await deps.start(parcel, target, deps.headers, sending => {
      if (!paused) tell({ state: 'sending', ...sending });
    });
    if (ended.signal.aborted) upload.cancel();
    else if (paused) upload.pause();
    tell({ state: 'done', fileId: await upload.done, sent: bytes.size });
  };
  const work = async () => {
    const parcel = await read();
    if (parcel) await send(parcel);
  };
  work().catch((error: unknown) =>
    fail(error instanceof UploadError ? error.fault : { code: null, issues: [] }),
  );
  return {
    pause() {
      paused = true;
      tell({ state: 'paused', speed: 0 });
      upload?.pause();
    },
    resume() {
      paused = false;
      tell({ state: 'sending' });
      upload?.resume();
    },
    cancel() {
      ended.abort();
      upload?.cancel();
    },
    leave() {
      if (upload) upload.pause();
      else ended.abort();
    },
  };
}
