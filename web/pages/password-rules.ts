/** Shows which rules a new password meets while it is typed. */

type Lengths = { min: number; max: number };

// The lengths are read from the page, because importing the limits would load the app's first chunk.
const rules: Record<string, (password: string, again: string, lengths: Lengths) => boolean> = {
  length: (text, _again, { min, max }) => text.length >= min && text.length <= max,
  letter: text => /[A-Za-z]/.test(text),
  digit: text => /\d/.test(text),
  only: text => /^[A-Za-z\d]+$/.test(text),
  same: (text, again) => text !== '' && text === again,
};

/** @param root part of the page that may have fields of a new password */
export function enablePasswordRules(root: ParentNode): void {
  for (const list of root.querySelectorAll<HTMLElement>('[data-rules]')) {
    const form = list.closest('form');
    const field = (name: string) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    const [password, again] = [field('password'), field('passwordAgain')];
    if (!password || !again) continue;
    const lengths = { min: Number(list.dataset.min), max: Number(list.dataset.max) };
    const look = () => {
      for (const item of list.querySelectorAll<HTMLElement>('[data-rule]')) {
        const met = rules[item.dataset.rule ?? '']?.(password.value, again.value, lengths) ?? false;
        item.toggleAttribute('data-ok', met);
        const word = item.querySelector('span');
        if (word) word.textContent = ` (${(met ? list.dataset.met : list.dataset.unmet) ?? ''})`;
      }
    };
    for (const input of [password, again]) input.addEventListener('input', look);
    list.hidden = false;
    look();
  }
}
