/** Shows /forgetPwd as a dialog of the sign-in page. Without script the link opens the page. */

/** Sets up the scripts of a part of the page that was fetched. */
type Prepare = (root: ParentNode) => void;

function createDialog(link: HTMLElement): HTMLDialogElement {
  const { forgot: title = '', close: word = '' } = link.dataset;
  const dialog = document.createElement('dialog');
  dialog.className = link.dataset.dialog ?? '';
  dialog.setAttribute('aria-label', title);
  const head = document.createElement('div');
  head.className = link.dataset.head ?? '';
  const heading = document.createElement('h2');
  heading.className = 't-title';
  heading.textContent = title;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = link.dataset.button ?? '';
  close.textContent = word;
  close.addEventListener('click', () => dialog.close());
  head.append(heading, close);
  dialog.append(head);
  dialog.addEventListener('close', () => {
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  return dialog;
}

/**
 * Puts the content of the answer's page into the dialog. @returns false if the answer is another page, which is opened
 * instead
 */
async function put(dialog: HTMLDialogElement, answer: Response, prepare: Prepare): Promise<boolean> {
  // The fetched page's styles carry its own nonce, which this page's policy refuses.
  const text = (await answer.text()).replace(/<style[\s\S]*?<\/style>/, '');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const part = page.querySelector('#forgot');
  if (!part || answer.redirected) {
    location.assign(answer.redirected ? answer.url : '/forgetPwd');
    return false;
  }
  dialog.querySelector('#forgot')?.remove();
  const own = document.importNode(part, true);
  dialog.append(own);
  prepare(own);
  const first = (selector: string) => own.querySelector<HTMLElement>(selector);
  (first('[aria-invalid="true"]') ?? first('input:not([type="hidden"])') ?? first('[aria-current]'))?.focus();
  return true;
}

function follow(dialog: HTMLDialogElement, prepare: Prepare): void {
  const show = async (asked: Promise<Response>, otherwise: () => void) => {
    try {
      await put(dialog, await asked, prepare);
    } catch {
      otherwise();
    }
  };
  dialog.addEventListener('click', event => {
    const tab =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-way]') : null;
    if (!tab) return;
    event.preventDefault();
    void show(fetch(tab.href), () => location.assign(tab.href));
  });
  dialog.addEventListener('submit', event => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    // Cast: a form of text fields, without files.
    const fields = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
    void show(fetch(form.action, { method: 'POST', body: fields }), () => form.submit());
  });
}

/**
 * @param link the link to /forgetPwd, which has the dialog's words and classes
 * @param prepare sets up the scripts of the dialog's content
 */
export function openPasswordResetAsDialog(link: HTMLAnchorElement, prepare: Prepare): void {
  link.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void (async () => {
      const answer = await fetch(link.href).catch(() => undefined);
      if (!answer?.ok) return location.assign(link.href);
      const dialog = createDialog(link);
      follow(dialog, prepare);
      dialog.showModal();
      await put(dialog, answer, prepare);
    })();
  });
}
