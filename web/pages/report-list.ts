/** The patient's reports on the patient's page, each with its state and, for a while, a button that withdraws it. */
import { createElementWithText } from './change-dates.ts';
import { findActionButton, findListElement } from './page-parts.ts';

type Withdrawal = { missed: number; label: string };

/** `back`: present while the patient may withdraw the report. */
export type WearReportLine = { text: string; state: string; back?: Withdrawal };

type OnTakeBack = (missed: number, text: string) => void;

function backButton(text: string, { missed, label }: Withdrawal, onTakeBack: OnTakeBack): HTMLElement {
  const made = createElementWithText('button', label);
  made.className = findActionButton('missed')?.className ?? '';
  made.dataset.back = String(missed);
  made.setAttribute('aria-label', `${label}: ${text}`);
  made.addEventListener('click', () => onTakeBack(missed, text));
  return made;
}

/** Renders only changed lines, and keeps the focus on the button that has it. */
export function renderReportList(lines: readonly WearReportLine[], onTakeBack: OnTakeBack): void {
  const text = JSON.stringify(lines);
  const at = findListElement('said');
  if (!at || at.dataset.shown === text) return;
  at.dataset.shown = text;
  const held =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.back : undefined;
  at.replaceChildren(
    ...lines.map(line => {
      const item = document.createElement('li');
      item.append(createElementWithText('b', line.text), createElementWithText('span', line.state));
      if (line.back) item.append(backButton(line.text, line.back, onTakeBack));
      return item;
    }),
  );
  if (held) at.querySelector<HTMLElement>(`[data-back="${held}"]`)?.focus();
}
