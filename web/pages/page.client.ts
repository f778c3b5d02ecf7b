/**
 * Script of the pages around signing in: shows the password, warns about Caps Lock, fills in a demo account, signs in
 * by passkey. Forms work without it.
 */

import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { preferenceCookie } from '#web/lib/cookie.ts';

const all = <E extends Element>(selector: string) => document.querySelectorAll<E>(selector);
const input = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`);

/** Stores the time zone, so that the server renders the dates of later pages in it. */
function rememberTimeZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not available everywhere
  document.cookie = preferenceCookie('tz', encodeURIComponent(zone), location.protocol);
}

function reveal(button: HTMLButtonElement): void {
  const field = input(button.dataset.reveal ?? '');
  if (!field) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = field.type === 'text';
    field.type = shown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!shown));
    const label = (shown ? button.dataset.show : button.dataset.hide) ?? '';
    button.setAttribute('aria-label', label);
    button.title = label;
    field.focus();
  });
}

function warnOfCaps(note: HTMLElement): void {
  const field = input(note.dataset.caps ?? '');
  const look = (event: KeyboardEvent) => {
    note.hidden = !event.getModifierState?.('CapsLock');
  };
  for (const name of ['keydown', 'keyup'] as const) field?.addEventListener(name, look);
  field?.addEventListener('blur', () => {
    note.hidden = true;
  });
}

function fillAccounts(list: HTMLElement): void {
  list.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-user]') : null;
    const name = input('userName');
    const password = input('password');
    if (!link || !name || !password) return;
    event.preventDefault();
    name.value = link.dataset.user ?? '';
    password.value = list.dataset.fill ?? '';
    for (const field of [name, password]) field.dispatchEvent(new Event('input'));
    name.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus();
  });
}

const typedKey = 'archline.typed';

/** Restores the typed name after a wrong password; the name is never in an address. */
function restoreTypedName(form: HTMLFormElement): void {
  const name = input('userName');
  const typed = sessionStorage.getItem(typedKey);
  sessionStorage.removeItem(typedKey);
  if (name && typed && name.value === '' && document.querySelector('[role="alert"]')) {
    name.value = typed;
    input('password')?.focus();
  }
  form.addEventListener('submit', () => sessionStorage.setItem(typedKey, name?.value ?? ''));
}

/** Prevents double submits, and shows empty-field errors in the page's language. */
function preventDoubleSubmit(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input')) {
    const empty = form.dataset[field.name];
    if (!empty) continue;
    const look = () => field.setCustomValidity(field.value === '' ? empty : '');
    field.addEventListener('input', look);
    look();
  }
  form.addEventListener('submit', event => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = '1';
  });
  addEventListener('pageshow', () => {
    delete form.dataset.sent;
  });
}

function makeModal(dialog: HTMLDialogElement): void {
  dialog.open = false;
  dialog.showModal();
  // Removes the reason from the address, so that a reload does not show it again.
  dialog.addEventListener('close', () => {
    const url = new URL(location.href);
    url.searchParams.delete('why');
    history.replaceState(null, '', url);
    input('userName')?.focus();
  });
}

/** Sends JSON to the API and returns the answer's data. @throws Error unless the code is 0 */
async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Version': '1' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { code, data } = (await answer.json()) as { code: number; data: unknown };
  if (code !== 0) throw new Error(String(code));
  return data;
}

type SignInOptions = { options: Parameters<typeof startAuthentication>[0]['optionsJSON'] };

/** Offers the sign-in by passkey where the browser has passkeys. */
function offerPasskey(box: HTMLElement): void {
  // At an IP address browsers refuse every passkey.
  if (!browserSupportsWebAuthn() || /^[\d.]+$|^\[/.test(location.hostname)) return;
  box.hidden = false;
  const [button, alert] = [box.querySelector('button'), box.querySelector('p')];
  button?.addEventListener('click', async () => {
    if (alert) alert.textContent = '';
    button.disabled = true;
    try {
      // Boundary: the API's own answer.
      const { options: optionsJSON } = (await post('/api/passkey/options', {})) as SignInOptions;
      const remember = document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? false;
      await post('/api/passkey', { response: await startAuthentication({ optionsJSON }), remember });
      location.assign(box.dataset.passkey ?? '/');
    } catch (error) {
      button.disabled = false;
      // The person closed the browser's dialog.
      if (error instanceof Error && error.name === 'NotAllowedError') return;
      if (alert) alert.textContent = box.dataset.failed ?? '';
    }
  });
}

rememberTimeZone();
all<HTMLButtonElement>('[data-reveal]').forEach(reveal);
all<HTMLElement>('[data-caps]').forEach(warnOfCaps);
all<HTMLElement>('[data-fill]').forEach(fillAccounts);
all<HTMLFormElement>('form[action="/login"]').forEach(form => {
  restoreTypedName(form);
  preventDoubleSubmit(form);
});
all<HTMLDialogElement>('dialog[data-modal]').forEach(makeModal);
all<HTMLElement>('[data-passkey]').forEach(offerPasskey);
