/** Adds a passkey on the page that asks for a second factor. */
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { ApiError, postJson } from './passkey-sign-in.ts';

type Options = { options: Parameters<typeof startRegistration>[0]['optionsJSON'] };

/** Offers a new passkey if the browser has passkeys. The password is that of the surrounding form. */
export function offerNewPasskey(box: HTMLElement): void {
  // At an IP address browsers refuse every passkey.
  if (!browserSupportsWebAuthn() || /^[\d.]+$|^\[/.test(location.hostname)) return;
  const { newPasskey = '/', token = '', name = '', failed = '' } = box.dataset;
  const [button, alert, form] = [box.querySelector('button'), box.querySelector('p'), box.closest('form')];
  box.hidden = false;
  button?.addEventListener('click', async () => {
    if (alert) alert.textContent = '';
    if (!form?.reportValidity()) return;
    button.disabled = true;
    try {
      const oldPassword = form.querySelector<HTMLInputElement>('input[name="oldPassword"]')?.value;
      // Cast: the API's own answer.
      const { options: optionsJSON } = (await postJson(
        '/api/factors/passkeys/options',
        { oldPassword },
        token,
      )) as Options;
      await postJson(
        '/api/factors/passkeys',
        { name, response: await startRegistration({ optionsJSON }) },
        token,
      );
      location.assign(newPasskey);
    } catch (error) {
      button.disabled = false;
      // The API's message names the fault, for example in the password.
      if (alert) alert.textContent = error instanceof ApiError ? error.message : failed;
    }
  });
}
