/** Sign-in by passkey on the pages around signing in. */

import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';

/**
 * Sends JSON to the API and returns the answer's data. @param token of the session, if the call needs one
 * @throws ApiError with the API's message unless the code is 0
 */
export async function postJson(path: string, body: object, token?: string): Promise<unknown> {
  const headers = new Headers({ 'Content-Type': 'application/json', 'X-Api-Version': '1' });
  headers.set('Accept-Language', document.documentElement.lang);
  if (token) headers.set('Authorization', token);
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  // Cast: the API's own envelope.
  const { code, message, data } = (await answer.json()) as Envelope;
  if (code !== 0) throw new ApiError(data?.issues?.[0]?.message ?? message, code);
  return data;
}

/** A refusal of the API, with its message. */
export class ApiError extends Error {
  readonly code: number;
  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

type Envelope = { code: number; message: string; data: { issues?: { message: string }[] } | null };

type SignInOptions = { options: Parameters<typeof startAuthentication>[0]['optionsJSON'] };

/** Offers the sign-in by passkey if the browser has passkeys. */
export function offerPasskeySignIn(box: HTMLElement): void {
  // At an IP address browsers refuse every passkey.
  if (!browserSupportsWebAuthn() || /^[\d.]+$|^\[/.test(location.hostname)) return;
  box.hidden = false;
  const [button, alert] = [box.querySelector('button'), box.querySelector('p')];
  button?.addEventListener('click', async () => {
    if (alert) alert.textContent = '';
    button.disabled = true;
    try {
      // Cast: the API's own answer.
      const { options: optionsJSON } = (await postJson('/api/passkey/options', {})) as SignInOptions;
      const remember = document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? false;
      await postJson('/api/passkey', { response: await startAuthentication({ optionsJSON }), remember });
      location.assign(box.dataset.passkey ?? '/');
    } catch (error) {
      button.disabled = false;
      // The person closed the browser's dialog.
      if (error instanceof Error && error.name === 'NotAllowedError') return;
      // A paused passkey requires a sign-in by password first. Only the API's message explains this.
      const isPaused = error instanceof ApiError && String(error.code) === box.dataset.paused;
      if (alert) alert.textContent = isPaused ? error.message : (box.dataset.failed ?? '');
    }
  });
}
