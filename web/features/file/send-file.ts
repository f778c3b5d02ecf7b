/** The pipeline of an upload: check, read, convert to STL if needed, send. */
import type { FileKind, Slot } from '#events/case/options.ts';
import type { RunningUpload, startUpload, UploadFault } from '#web/lib/upload.ts';
import { findFaultBeforeUpload, UploadError, uploadFaultOfFailedCheck } from '#web/lib/upload.ts';
import type { inspectFile } from '#workers/file/client.ts';
import type { InspectedModel } from '#workers/file/protocol.ts';

type UploadState = 'checking' | 'turning' | 'sending' | 'paused' | 'done' | 'failed';

export type UploadItem = {
  key: string;
  name: string;
  /** Size of the sent file; of the original until that is known. */
  size: number;
  kind: FileKind;
  slot: Slot | null;
  state: UploadState;
  /** Progress of reading the file, 0 to 1. */
  read: number;
  sent: number;
  speed: number;
  sha256: string | null;
  /** Findings about a model before its upload. */
  model: InspectedModel | null;
  /** Id of the stored file. */
  fileId: string | null;
  error: UploadFault | { twin: DuplicateFile } | { unread: true } | null;
};

/** A file of the case with the same content. */
export type DuplicateFile = { name: string; slot: Slot | null };

type Parcel = { bytes: Blob; name: string; sha256: string; model: InspectedModel | null };

export type SendFileDeps = {
  inspect: typeof inspectFile;
  start: typeof startUpload;
  headers: () => Record<string, string>;
  /** Returns a file of the case, or an upload in progress, with the same content. */
  twinOf: (sha256: string) => DuplicateFile | undefined;
};

export type UploadJob = {
  pause: () => void;
  resume: () => void;
  /** Stops the upload and deletes the sent bytes. */
  cancel: () => void;
  /** Handles closing the form: keeps uploaded bytes, aborts reading. */
  leave: () => void;
};

const convertedFormats = /\.(?:ply|obj)$/i;

export const newUploadItem = (file: File, kind: FileKind, slot: Slot | null): UploadItem => ({
  key: `${kind}-${slot ?? file.name}-${file.size}-${file.lastModified}`,
  name: file.name,
  size: file.size,
  kind,
  slot,
  state: kind === 'stl' && convertedFormats.test(file.name) ? 'turning' : 'checking',
  read: 0,
  sent: 0,
  speed: 0,
  sha256: null,
  model: null,
  fileId: null,
  error: null,
});

/**
 * Sends one file; `told` receives every change until the file is stored, failed or cancelled. @returns
 * controls for the running upload
 */
export function sendFile(
  file: File,
  target: { caseId: string; kind: FileKind; slot: Slot | null },
  deps: SendFileDeps,
  told: (change: Partial<UploadItem>) => void,
): UploadJob {
  const ended = new AbortController();
  let upload: RunningUpload | undefined;
  let paused = false;

  /** Reports nothing after a cancellation or after the end. */
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
    const fault = findFaultBeforeUpload(file, target.kind);
    if (fault) return fail(fault);
    const answer = await deps
      .inspect(file, target, share => tell({ read: share }), ended.signal)
      // The browser failed: its worker ran out of memory, or the file was removed from the disk.
      .catch(() => undefined);
    if (ended.signal.aborted) return;
    if (!answer) return fail({ unread: true });
    if ('refused' in answer) return fail(uploadFaultOfFailedCheck(answer.refused));
    const { sha256, converted, model } = answer.ready;
    const twin = deps.twinOf(sha256);
    if (twin) return fail({ twin });
    return {
      bytes: converted ?? file,
      name: converted ? file.name.replace(convertedFormats, '.stl') : file.name,
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
