/** The days to come on a patient's page, drawn anew where they changed. */
import type { Say } from '#web/features/patient/say.ts';
import { type Coming, soonDays } from '#web/features/patient/today.ts';

export function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function dayLine({ stage, on, here }: Coming, say: Say, dayOf: (day: string) => string): HTMLElement {
  const time = document.createElement('time');
  time.dateTime = on;
  time.textContent = dayOf(on);
  const note = element('span', here ? '' : say('notHere'));
  note.className = 't-small t-2';
  const line = document.createElement('li');
  line.append(element('b', say('comingLine', { stage })), time, note);
  return line;
}

type Places = { soon: HTMLElement | null; rest: HTMLElement | null; more: HTMLElement | null };

/** True where something else is shown than before. */
export function drawDays(
  { soon, rest, more }: Places,
  coming: readonly Coming[],
  { say, dayOf }: { say: Say; dayOf: (day: string) => string },
): boolean {
  const text = JSON.stringify(coming);
  if (!soon || soon.dataset.shown === text) return false;
  soon.dataset.shown = text;
  const lines = coming.map(day => dayLine(day, say, dayOf));
  soon.replaceChildren(...lines.slice(0, soonDays));
  rest?.replaceChildren(...lines.slice(soonDays));
  if (more) more.textContent = say('all', { count: coming.length });
  return true;
}
