/** Downloads a file from the API. Fetches before saving, so that a refusal can be shown. */
import { ApiError } from './api.ts';
import { createAuthHeaders } from './browser.ts';

/** @throws ApiError, with an empty message if no readable answer arrived */
async function fetched(path: string, body?: object): Promise<Response> {
  const headers = createAuthHeaders();
  const sent: RequestInit = body
    ? {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }
    : { headers };
  const answer = await fetch(`/api${path}`, sent).catch(() => undefined);
  if (answer?.ok) return answer;
  const told: { code?: number; message?: string } = (await answer?.json().catch(() => undefined)) ?? {};
  throw new ApiError(told.message ?? '', { code: told.code ?? null, http: answer?.status ?? 0 });
}

/**
 * Saves the answer of a GET, or of a POST with a body, as a file. Returns the answer's headers.
 * @throws ApiError
 */
export async function download(path: string, name: string, body?: object): Promise<Headers> {
  const answer = await fetched(path, body);
  saveFile(await answer.blob(), name);
  return answer.headers;
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob during the click, so the URL can be revoked after it.
  setTimeout(() => URL.revokeObjectURL(url));
}
