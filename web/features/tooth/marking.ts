/** What a use of a tool does at places of the chart, pure: the hook only keeps state around it. */
import { parseContact, TOOTH_SETS, type ToothSet } from '#events/tooth/fdi.ts';
import {
  amountsAt,
  type Conflict,
  iprAt,
  type Marks,
  openContacts,
  setIpr,
  setMarks,
  type Tool,
} from '#events/tooth/marks.ts';
import type { ChartPlace } from './chart-keys.ts';

export type Marking = { marks: Marks; refused: Conflict[] };

/** True where a second use of the tool takes its mark off. */
export function isMarked(marks: Marks, tool: Tool, { tooth, contact }: ChartPlace): boolean {
  if (tool === 'erase') return false;
  return tool === 'ipr' ? iprAt(marks, contact) !== undefined : marks[tool].includes(tooth);
}

function setContacts(marks: Marks, contacts: readonly string[], on: boolean, mm: number): Marking {
  const refused: Conflict[] = [];
  let now = marks;
  for (const contact of contacts) {
    const known = iprAt(now, contact);
    if (on && known) continue; // painting over a contact keeps the amount it was given
    const outcome = setIpr(now, contact, on && offeredAmount(contact, mm));
    if (outcome.ok) now = outcome.marks;
    else refused.push(outcome.conflict);
  }
  return { marks: now, refused };
}

/** Puts the tool's mark at the places, or takes it off; new IPR gets `mm`. */
export function markPlaces(marks: Marks, tool: Tool, places: readonly ChartPlace[], on: boolean, mm: number) {
  if (tool !== 'ipr')
    return setMarks(
      marks,
      tool,
      places.map(place => place.tooth),
      on,
    );
  return setContacts(
    marks,
    places.map(place => place.contact),
    on,
    mm,
  );
}

/** The tool over a named set: marks it, or takes the marks off where the whole set has them. IPR: its contacts. */
export function markSet(marks: Marks, tool: Tool, set: ToothSet, mm: number): Marking {
  const teeth = TOOTH_SETS[set];
  if (tool !== 'ipr') {
    const all = tool !== 'erase' && teeth.every(tooth => marks[tool].includes(tooth));
    return setMarks(marks, tool, teeth, !all);
  }
  const inside = openContacts(marks).filter(key => parseContact(key)?.every(tooth => teeth.includes(tooth)));
  return setContacts(marks, inside, !inside.every(key => iprAt(marks, key)), mm);
}

/** The amount, or the most that the contact is offered. */
export const offeredAmount = (contact: string, mm: number): number =>
  Math.min(mm, amountsAt(contact).at(-1) ?? mm);

/** A tenth more or less, within what the contact is offered; an open amount starts at the smallest. */
export function steppedAmount(contact: string, mm: number | undefined, by: number): number {
  const least = amountsAt(contact)[0] ?? 0;
  if (mm === undefined) return least;
  return offeredAmount(contact, Math.max(least, Math.round((mm + by) * 10) / 10));
}
