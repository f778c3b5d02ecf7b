/** The future dates on a patient's page. They are rendered again when they change. */

import type { Translate } from '#web/features/patient/translator.ts';
import { maxUnfoldedChanges, type UpcomingAlignerChange } from '#web/features/patient/wear-page-content.ts';

export function createElementWithText(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function dayLine(
  { stage, on, here }: UpcomingAlignerChange,
  say: Translate,
  dayOf: (day: string) => string,
): HTMLElement {
  const time = document.createElement('time');
  time.dateTime = on;
  time.textContent = dayOf(on);
  const note = createElementWithText('span', here ? '' : say('notHere'));
  note.className = 't-small t-2';
  const line = document.createElement('li');
  line.append(createElementWithText('b', say('comingLine', { stage })), time, note);
  return line;
}

type Places = { soon: HTMLElement | null; rest: HTMLElement | null; more: HTMLElement | null };

/** Returns whether the display has changed. */
export function renderChangeDates(
  { soon, rest, more }: Places,
  coming: readonly UpcomingAlignerChange[],
  { say, dayOf }: { say: Translate; dayOf: (day: string) => string },
): boolean {
  const text = JSON.stringify(coming);
  if (!soon || soon.dataset.shown === text) return false;
  soon.dataset.shown = text;
  const lines = coming.map(day => dayLine(day, say, dayOf));
  soon.replaceChildren(...lines.slice(0, maxUnfoldedChanges));
  rest?.replaceChildren(...lines.slice(maxUnfoldedChanges));
  if (more) more.textContent = say('all', { count: coming.length });
  return true;
}
