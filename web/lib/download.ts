/** A file that the API makes, saved by the browser: fetched first, so that a refusal can be told. */
import { ApiError } from './api.ts';
import { authHeaders } from './browser.ts';

/** @throws ApiError, without words where no answer came or none could be read */
async function fetched(path: string): Promise<Blob> {
  const answer = await fetch(`/api${path}`, { headers: authHeaders() }).catch(() => undefined);
  if (answer?.ok) return answer.blob();
  const told: { code?: number; message?: string } = (await answer?.json().catch(() => undefined)) ?? {};
  throw new ApiError(told.message ?? '', { code: told.code ?? null, http: answer?.status ?? 0 });
}

/** Saves what a GET of the API answers with under a name. @throws ApiError */
export async function download(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetched(path));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url));
}
