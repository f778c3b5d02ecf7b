/** Uploads by tus: in pieces, can be paused, resumed, and continued after a reload. */
import { errors } from '#events/errors.ts';
import type { StartUpload, UploadFault } from './upload.ts';

/** Bytes per second over the last samples, so that a pause does not count. */
export function uploadSpeed(samples: readonly { at: number; sent: number }[]): number {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (!first || !last || last.at <= first.at) return 0;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

const idOf = (url: string | null) => url?.split('/').pop() ?? '';

type TusError = Error & { originalResponse?: { getBody(): string; getStatus(): number } | null };

function faultOf(error: TusError): UploadFault {
  try {
    const { code, data } = JSON.parse(error.originalResponse?.getBody() ?? '');
    return { code: code ?? null, issues: data?.issues ?? [] };
  } catch {
    return { code: null, issues: [] };
  }
}

/** Delays between retries, ms. Progress resets the count. */
const usualDelays = [500, 1500, 4000, 8000, 15_000];
/** Delays while the server is busy with other uploads: five minutes more. */
const delays = [...usualDelays, ...Array.from({ length: 60 }, () => 5000)];
const laterCodes: readonly number[] = [errors.tooMany.code, errors.busy.code, errors.uploadElsewhere.code];

/**
 * Whether a failed request is retried. @param status 0 if no answer arrived. @param tries number of earlier
 * retries
 */
export function shouldRetry({ status, code }: { status: number; code: number | null }, tries: number) {
  if (code !== null && laterCodes.includes(code)) return tries < delays.length;
  return tries < usualDelays.length && (status === 0 || status >= 500 || status === 423 || status === 429);
}

const pieceBytes = 8 * 1024 * 1024;

/** Implements `startUpload`. @param ended creates the error that `done` rejects with */
export const sendByTus = async (
  ended: (fault: UploadFault) => Error,
  ...[{ bytes, name, sha256 }, { caseId, kind, slot }, headers, onProgress]: Parameters<StartUpload>
): ReturnType<StartUpload> => {
  const { Upload } = await import('tus-js-client');
  const whose: Record<string, string> = caseId === null ? { purpose: kind } : { caseId };
  let settle: { resolve: (id: string) => void; reject: (error: Error) => void } | undefined;
  const done = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  let samples: { at: number; sent: number }[] = [];
  let told = 0;
  const upload = new Upload(bytes, {
    endpoint: '/api/uploads',
    chunkSize: pieceBytes,
    retryDelays: delays,
    removeFingerprintOnSuccess: true,
    metadata: { ...whose, kind, filename: name, ...(slot ? { slot } : {}) },
    fingerprint: async () => ['archline', caseId ?? 'none', kind, slot ?? '', sha256].join('-'),
    onBeforeRequest: request => {
      for (const [header, value] of Object.entries(headers())) request.setHeader(header, value);
    },
    onShouldRetry: (error, tries) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      return shouldRetry({ status, code: faultOf(error).code }, tries);
    },
    onProgress: sent => {
      const now = performance.now();
      samples = [...samples.filter(s => now - s.at < 4000), { at: now, sent }];
      if (now - told < 100 && sent < bytes.size) return;
      told = now;
      onProgress({ sent, speed: uploadSpeed(samples) });
    },
    onSuccess: () => settle?.resolve(idOf(upload.url)),
    onError: error => settle?.reject(ended(faultOf(error as TusError))),
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
    // Before the first request there is nothing to delete on the server.
    cancel: () => void upload.abort(true).catch(() => undefined),
  };
};
