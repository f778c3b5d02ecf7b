/** Uploads from the browser: tus, in pieces, paused and resumed, taken up again after a reload. */
import { type FileKind, limits, type Slot } from '#events/case/options.ts';

export type UploadState = 'checking' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed';

export type UploadProgress = {
  state: UploadState;
  sent: number;
  total: number;
  /** Bytes per second over the last seconds; 0 before the first answer. */
  speed: number;
};

export type UploadTarget = { caseId: string; kind: FileKind; slot?: Slot | null };

export type RunningUpload = {
  /** The file's id once its last byte is in and its content was accepted. Rejects with UploadError. */
  done: Promise<string>;
  pause: () => void;
  resume: () => void;
  /** Ends it, and takes back what was sent. */
  cancel: () => void;
};

/** Why an upload ended: the server's code and sentence, or none where the network is gone. */
export class UploadError extends Error {
  readonly code: number | null;
  constructor(message: string, code: number | null) {
    super(message);
    this.name = 'UploadError';
    this.code = code;
  }
}

/** The most bytes of a kind; what is larger is refused before a byte is sent. */
export const maxBytes: Record<FileKind, number> = {
  stl: limits.stlBytes,
  photo: limits.photoBytes,
  radiograph: limits.photoBytes,
  archive: limits.archiveBytes,
  plan: limits.archiveBytes,
  avatar: limits.avatarBytes,
  chat: limits.chatBytes,
  other: limits.archiveBytes,
};

const endings: Partial<Record<FileKind, { names: RegExp; word: string }>> = {
  stl: { names: /\.stl$/i, word: 'not-stl' },
  photo: { names: /\.(jpe?g|png|bmp|tiff?)$/i, word: 'not-image' },
  radiograph: { names: /\.(jpe?g|png|bmp|tiff?)$/i, word: 'not-image' },
  archive: { names: /\.(zip|rar|7z|tar\.gz|tgz)$/i, word: 'not-archive' },
};

/** What can be said of a file before it is sent: a word of `error:issue`, or nothing. */
export function refusedBefore(file: { name: string; size: number }, kind: FileKind): string | null {
  if (file.size === 0) return 'empty-file';
  if (file.size > maxBytes[kind]) return 'file-too-large';
  const ending = endings[kind];
  return ending && !ending.names.test(file.name) ? ending.word : null;
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
    const answer: { code?: number; message?: string } = JSON.parse(error.originalResponse?.getBody() ?? '');
    return new UploadError(answer.message ?? error.message, answer.code ?? null);
  } catch {
    return new UploadError(error.message, null);
  }
}

const pieceBytes = 8 * 1024 * 1024;

/**
 * Sends a file. `headers` carry the session; progress comes at most ten times a second.
 * Errors that another try may mend (no network, 5xx) are tried again by themselves; a refusal is final.
 */
export async function startUpload(
  file: File,
  target: UploadTarget,
  headers: () => Record<string, string>,
  onProgress: (progress: UploadProgress) => void,
): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client');
  let settle: { resolve: (id: string) => void; reject: (error: Error) => void } | undefined;
  const done = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  let samples: { at: number; sent: number }[] = [];
  let told = 0;
  const tell = (state: UploadState, sent: number) =>
    onProgress({ state, sent, total: file.size, speed: state === 'sending' ? speedOf(samples) : 0 });
  const upload = new Upload(file, {
    endpoint: '/api/uploads',
    chunkSize: pieceBytes,
    retryDelays: [500, 1500, 4000, 8000, 15_000],
    removeFingerprintOnSuccess: true,
    metadata: {
      caseId: target.caseId,
      kind: target.kind,
      filename: file.name,
      ...(target.slot ? { slot: target.slot } : {}),
    },
    fingerprint: async f =>
      [
        'archline',
        target.caseId,
        target.kind,
        target.slot ?? '',
        f instanceof File ? `${f.name}-${f.size}-${f.lastModified}` : '',
      ].join('-'),
    onBeforeRequest: request => {
      for (const [name, value] of Object.entries(headers())) request.setHeader(name, value);
    },
    onShouldRetry: error => {
      const status = error.originalResponse?.getStatus() ?? 0;
      return status === 0 || status >= 500 || status === 423 || status === 429;
    },
    onProgress: sent => {
      const now = performance.now();
      samples = [...samples.filter(s => now - s.at < 4000), { at: now, sent }];
      if (now - told < 100 && sent < file.size) return;
      told = now;
      tell('sending', sent);
    },
    onSuccess: () => {
      tell('done', file.size);
      settle?.resolve(idOf(upload.url));
    },
    onError: error => {
      tell('failed', 0);
      settle?.reject(errorOf(error as TusError));
    },
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  return {
    done,
    pause: () => void upload.abort().then(() => tell('paused', samples[samples.length - 1]?.sent ?? 0)),
    resume: () => {
      samples = [];
      upload.start();
    },
    cancel: () => {
      void upload.abort(true).catch(() => undefined);
      settle?.reject(new UploadError('cancelled', null));
    },
  };
}
