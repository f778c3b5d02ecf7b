/**
 * Sends a code without a reload, and counts down the seconds until another can be sent. Without script the form's
 * button sends the code.
 */

const TICK_MS = 1000;

/** The address field that receives the code: the chosen one of two, or the only one. */
function addressField(form: HTMLFormElement): HTMLInputElement | null {
  const way = new FormData(form).get('way');
  const named = form.querySelector<HTMLInputElement>(`input[name="${way === 'email' ? 'email' : 'phone'}"]`);
  return named ?? form.querySelector<HTMLInputElement>('input[name="phone"], input[name="email"]');
}

/** Disables the button for some seconds, and shows them counting down. */
function countDown(
  button: HTMLButtonElement,
  { wait = '', again = '' }: DOMStringMap,
  seconds: number,
): void {
  const label = button.querySelector('span') ?? button;
  const end = performance.now() + seconds * TICK_MS;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / TICK_MS);
    button.disabled = left > 0;
    label.textContent = left > 0 ? wait.replace('{{seconds}}', String(left)) : again;
    if (left > 0) setTimeout(tick, TICK_MS);
  };
  tick();
}

type Answer = {
  code: number;
  message: string;
  data: { resendAfter?: number; retryAfter?: number; issues?: { message: string }[] } | null;
};

async function request(purpose: string, field: HTMLInputElement): Promise<Answer> {
  const answer = await fetch('/api/codes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
    body: JSON.stringify({ purpose, [field.name]: field.value.trim() }),
  });
  // Cast: the API's envelope.
  return (await answer.json()) as Answer;
}

/** Shows the result below the button: where the code was sent, or the text of the refusal. */
function tell(at: HTMLElement, text: string, isSent: boolean): void {
  const note = at.querySelector<HTMLElement>('[data-sent]');
  const words = note?.querySelector('span');
  const banner = note?.querySelector<HTMLElement>('[data-tone]');
  if (!note || !words || !banner) return;
  banner.dataset.tone = isSent ? 'ok' : 'danger';
  for (const link of note.querySelectorAll<HTMLElement>('a')) link.hidden = !isSent;
  words.textContent = text;
  note.hidden = false;
}

async function send(at: HTMLElement, button: HTMLButtonElement, field: HTMLInputElement): Promise<void> {
  const { code: purpose = '', told = '', failed = '' } = at.dataset;
  button.disabled = true;
  try {
    const { code, message, data } = await request(purpose, field);
    if (code === 0) tell(at, told.replace('{{to}}', field.value.trim()), true);
    else tell(at, data?.issues?.[0]?.message ?? message, false);
    const seconds = data?.resendAfter ?? data?.retryAfter ?? 0;
    if (seconds > 0) countDown(button, at.dataset, seconds);
    else button.disabled = false;
    if (code === 0) at.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
    else if (seconds === 0) field.focus();
  } catch {
    button.disabled = false;
    tell(at, failed, false);
  }
}

/** Marks the address that does not receive the code as not required. */
function followWay(form: HTMLFormElement): void {
  const look = () => {
    const chosen = addressField(form);
    for (const field of form.querySelectorAll<HTMLInputElement>('input[name="phone"], input[name="email"]'))
      field.required = field === chosen;
  };
  form.querySelector('[data-ways]')?.addEventListener('change', look);
  if (form.querySelector('[data-ways]')) look();
}

/** @param root part of the page that may have code fields */
export function enableCodeSending(root: ParentNode): void {
  for (const at of root.querySelectorAll<HTMLElement>('[data-code]')) {
    const button = at.querySelector<HTMLButtonElement>('[data-send]');
    const form = at.closest('form');
    if (!button || !form) continue;
    followWay(form);
    const left = Number(at.dataset.resend ?? 0);
    if (left > 0) countDown(button, at.dataset, left);
    button.addEventListener('click', event => {
      const field = addressField(form);
      if (!field) return;
      event.preventDefault();
      void send(at, button, field);
    });
  }
}
