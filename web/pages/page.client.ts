/**
 * Script of the pages around signing in: shows passwords and their rules, warns about Caps Lock, sends codes, fills in
 * a demo account, and signs in by passkey. The forms work without it.
 */

import { formatPreferenceCookie } from '#web/lib/cookie.ts';
import { enableCodeSending } from './code-sending.ts';
import { openPasswordResetAsDialog } from './forgot-dialog.ts';
import { offerNewPasskey } from './passkey-addition.ts';
import { offerPasskeySignIn } from './passkey-sign-in.ts';
import { enablePasswordRules } from './password-rules.ts';

const all = <E extends Element>(selector: string, root: ParentNode = document) =>
  root.querySelectorAll<E>(selector);
const input = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`);

/** Stores the time zone, so that the server renders the dates of later pages in it. */
function rememberTimeZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not available everywhere
  document.cookie = formatPreferenceCookie('tz', encodeURIComponent(zone), location.protocol);
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

/** Sets up the scripts of the fields of a page, or of a part that was added to it. */
function prepareFields(root: ParentNode): void {
  all<HTMLButtonElement>('[data-reveal]', root).forEach(reveal);
  all<HTMLElement>('[data-caps]', root).forEach(warnOfCaps);
  enableCodeSending(root);
  enablePasswordRules(root);
}

rememberTimeZone();
prepareFields(document);
document.querySelector<HTMLElement>('form[data-once] [aria-invalid="true"]')?.focus();
all<HTMLElement>('[data-fill]').forEach(fillAccounts);
all<HTMLFormElement>('form[action="/login"]').forEach(restoreTypedName);
all<HTMLFormElement>('form[action="/login"], form[data-once]').forEach(preventDoubleSubmit);
all<HTMLDialogElement>('dialog[data-modal]').forEach(makeModal);
all<HTMLElement>('[data-passkey]').forEach(offerPasskeySignIn);
all<HTMLElement>('[data-new-passkey]').forEach(offerNewPasskey);
for (const link of all<HTMLAnchorElement>('[data-forgot]')) openPasswordResetAsDialog(link, prepareFields);
