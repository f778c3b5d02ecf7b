/** Uploads from the browser: tus, in pieces, paused and resumed, taken up again after a reload. */
import type { FileKind, Slot } from '#events/case/options.ts';
import { errors, type Issue, isRefusal, type Refusal } from '#events/errors.ts';
import { fileName, fileRules } from '#events/file/kinds.ts';
import { parse } from '#events/parse.ts';

export type UploadTarget = { caseId: string; kind: FileKind; slot: Slot | null };

/** What is sent: the person's own file, or what it was turned into. */
export type Parcel = {
  bytes: Blob;
  name: string;
  /** Lower-case hex: by it an upload is known again after a reload, whatever the file is called. */
  sha256: string;
};

export type Sending = {
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

/** Bytes per second, from the last samples, so that a pause does not count. */
export function speedOf(samples: readonly { at: number; sent: number }[]): number {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (!first || !last || last.at <= first.at) return 0;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

const idOf = (url: string | null) => url?.split('/').pop() ?? '';

type TusError = Error & { originalResponse?: { getBody(): string; getStatus(): number } | null };

function errorOf(error: TusError): UploadError {
  try {
    const { code, data } = JSON.parse(error.originalResponse?.getBody() ?? '');
    return new UploadError({ code: code ?? null, issues: data?.issues ?? [] });
  } catch {
    return new UploadError({ code: null, issues: [] });
  }
}

const pieceBytes = 8 * 1024 * 1024;

/**
 * Sends a file. `headers` carry the session; progress comes at most ten times a second.
 * Errors that another try may mend (no network, 5xx) are tried again by themselves; a refusal is final.
 */
export async function startUpload(
  { bytes, name, sha256 }: Parcel,
  { caseId, kind, slot }: UploadTarget,
  headers: () => Record<string, string>,
  onProgress: (sending: Sending) => void,
): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client');
  let settle: { resolve: (id: string) => void; reject: (error: Error) => void } | undefined;
  const done = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  let samples: { at: number; sent: number }[] = [];
  let told = 0;
  const upload = new Upload(bytes, {
    endpoint: '/api/uploads',
    chunkSize: pieceBytes,
    retryDelays: [500, 1500, 4000, 8000, 15_000],
    removeFingerprintOnSuccess: true,
    metadata: { caseId, kind, filename: name, ...(slot ? { slot } : {}) },
    fingerprint: async () => ['archline', caseId, kind, slot ?? '', sha256].join('-'),
    onBeforeRequest: request => {
      for (const [header, value] of Object.entries(headers())) request.setHeader(header, value);
    },
    onShouldRetry: error => {
      const status = error.originalResponse?.getStatus() ?? 0;
      return status === 0 || status >= 500 || status === 423 || status === 429;
    },
    onProgress: sent => {
      const now = performance.now();
      samples = [...samples.filter(s => now - s.at < 4000), { at: now, sent }];
      if (now - told < 100 && sent < bytes.size) return;
      told = now;
      onProgress({ sent, speed: speedOf(samples) });
    },
    onSuccess: () => settle?.resolve(idOf(upload.url)),
    onError: error => settle?.reject(errorOf(error as TusError)),
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  return {
    done,
    pause: () => void upload.abort().catch(() => undefined),
    resume: () => {
      samples = [];
      upload.start();
    },
    // Where nothing was sent yet there is nothing to take back.
    cancel: () => void upload.abort(true).catch(() => undefined),
  };
}
