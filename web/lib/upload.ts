/** Checks a file before its upload and starts the upload. The tus code is loaded on first use. */
import type { FileKind, Slot } from '#events/case/options.ts';
import { errors, type Issue, isRefusal, type Refusal } from '#events/errors.ts';
import { fileNameSchema, fileRules } from '#events/file/kinds.ts';
import { parse } from '#events/parse.ts';

/** `caseId` is null for files that belong to no case. */
type UploadTarget = { caseId: string | null; kind: FileKind; slot: Slot | null };

/** The content to send: the person's file, or its conversion. */
type Parcel = {
  bytes: Blob;
  name: string;
  /** Lower-case hex, or another id unique to the file: finds the upload again after a reload. */
  sha256: string;
};

type Sending = {
  sent: number;
  /** Bytes per second over the last seconds; 0 before the first answer. */
  speed: number;
};

export type RunningUpload = {
  /** The file's id, once the server has accepted the content. Rejects with UploadError. */
  done: Promise<string>;
  pause: () => void;
  resume: () => void;
  /** Stops the upload and deletes its bytes on the server. */
  cancel: () => void;
};

/**
 * The reason why an upload failed: the catalogue's code (null if no answer arrived), and the issue of each
 * field.
 */
export type UploadFault = { code: number | null; issues: Issue[] };

export class UploadError extends Error {
  readonly fault: UploadFault;
  constructor(fault: UploadFault) {
    super(`upload ended: ${fault.code}`);
    this.name = 'UploadError';
    this.fault = fault;
  }
}

/** A refusal by the shared checks, in the shape of the server's answer. */
export const uploadFaultOfFailedCheck = ({
  refusal,
  issues,
}: {
  refusal: Refusal['refusal'];
  issues: Issue[];
}): UploadFault => ({
  code: errors[refusal].code,
  issues,
});

function nameFault(name: string): UploadFault | null {
  try {
    parse(fileNameSchema, name);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const issues = error.data?.issues ?? [];
    return uploadFaultOfFailedCheck({
      refusal: error.refusal,
      issues: issues.map(i => ({ ...i, path: 'filename' })),
    });
  }
}

/**
 * Formats that are converted to STL before sending. They may exceed the size limit of an STL: their triangles
 * are counted instead.
 */
const convertedFormats = /\.(?:ply|obj)$/i;

/**
 * Checks a file's name, size and format before it is read. Returns the fault that the server would answer, or
 * null.
 */
export function findFaultBeforeUpload(
  file: { name: string; size: number },
  kind: FileKind,
): UploadFault | null {
  const { maxBytes: max, endings, otherwise } = fileRules[kind];
  const named = nameFault(file.name);
  if (named) return named;
  if (endings.length > 0 && !endings.some(ending => file.name.toLowerCase().endsWith(ending)))
    return uploadFaultOfFailedCheck({ refusal: 'wrongFormat', issues: [{ path: 'file', issue: otherwise }] });
  if (file.size === 0)
    return uploadFaultOfFailedCheck({
      refusal: 'badContent',
      issues: [{ path: 'file', issue: 'empty-file' }],
    });
  if (file.size > max && !(kind === 'stl' && convertedFormats.test(file.name)))
    return uploadFaultOfFailedCheck({
      refusal: 'tooLarge',
      issues: [{ path: 'file', issue: 'file-too-large', values: { max } }],
    });
  return null;
}

export type StartUpload = (
  parcel: Parcel,
  target: UploadTarget,
  headers: () => Record<string, string>,
  onProgress: (sending: Sending) => void,
) => Promise<RunningUpload>;

/**
 * Sends a file. `headers` carry the session; `onProgress` is called at most ten times a second.
 * Retries after a lost connection and after 5xx; a refusal is final.
 */
export const startUpload: StartUpload = async (...asked) =>
  (await import('./tus.ts')).sendByTus(fault => new UploadError(fault), ...asked);
