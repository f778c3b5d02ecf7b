/** What may be uploaded from the browser, and how an upload is begun; the sending itself comes when there is something to send. */
import type { FileKind, Slot } from '#events/case/options.ts';
import { errors, type Issue, isRefusal, type Refusal } from '#events/errors.ts';
import { fileName, fileRules } from '#events/file/kinds.ts';
import { parse } from '#events/parse.ts';

/** Of no case: for what its kind says. */
type UploadTarget = { caseId: string | null; kind: FileKind; slot: Slot | null };

/** What is sent: the person's own file, or what it was turned into. */
type Parcel = {
  bytes: Blob;
  name: string;
  /** Lower-case hex, or what else no other file has: by it an upload is known again after a reload. */
  sha256: string;
};

type Sending = {
  sent: number;
  /** Bytes per second over the last seconds; 0 before the first answer. */
  speed: number;
};

export type RunningUpload = {
  /** The file's id once its last byte is in and its content was accepted. Rejects with UploadError. */
  done: Promise<string>;
  pause: () => void;
  resume: () => void;
  /** Ends it, and takes back what was sent. */
  cancel: () => void;
};

/** Why a file is not there: the catalogue's code, null where no answer came, and what is wrong with which field. */
export type UploadFault = { code: number | null; issues: Issue[] };

export class UploadError extends Error {
  readonly fault: UploadFault;
  constructor(fault: UploadFault) {
    super(`upload ended: ${fault.code}`);
    this.name = 'UploadError';
    this.fault = fault;
  }
}

/** A refusal of the shared checks, as the server would send it. */
export const faultOf = ({
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
    parse(fileName, name);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const issues = error.data?.issues ?? [];
    return faultOf({ refusal: error.refusal, issues: issues.map(i => ({ ...i, path: 'filename' })) });
  }
}

/** What is turned into STL before it is sent may be larger than an STL: its triangles are counted instead. */
const turned = /\.(?:ply|obj)$/i;

/** What can be said of a file before it is read: as the server would say it, or nothing. */
export function faultBefore(file: { name: string; size: number }, kind: FileKind): UploadFault | null {
  const { maxBytes: max, endings, otherwise } = fileRules[kind];
  const named = nameFault(file.name);
  if (named) return named;
  if (endings.length > 0 && !endings.some(ending => file.name.toLowerCase().endsWith(ending)))
    return faultOf({ refusal: 'wrongFormat', issues: [{ path: 'file', issue: otherwise }] });
  if (file.size === 0)
    return faultOf({ refusal: 'badContent', issues: [{ path: 'file', issue: 'empty-file' }] });
  if (file.size > max && !(kind === 'stl' && turned.test(file.name)))
    return faultOf({
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
 * Sends a file. `headers` carry the session; progress comes at most ten times a second.
 * Errors that another try may mend (no network, 5xx) are tried again by themselves; a refusal is final.
 */
export const startUpload: StartUpload = async (...asked) =>
  (await import('./tus.ts')).sendByTus(fault => new UploadError(fault), ...asked);
