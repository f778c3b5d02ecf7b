/** The effect of a tool at places of the chart. Pure; the hook holds the state. */
import { parseContact, TOOTH_SETS, type ToothSet } from '#events/tooth/fdi.ts';
import {
  contactsForIpr,
  iprAmountsToOffer,
  iprAt,
  type MarkConflict,
  type Marks,
  type MarkTool,
  setIpr,
  setMarks,
} from '#events/tooth/marks.ts';
import type { ChartFocus } from './chart-keys.ts';

export type MarkingResult = { marks: Marks; refused: MarkConflict[] };

/** Whether a second use of the tool would remove its mark. */
export function isMarkedWithTool(marks: Marks, tool: MarkTool, { tooth, contact }: ChartFocus): boolean {
  if (tool === 'erase') return false;
  return tool === 'ipr' ? iprAt(marks, contact) !== undefined : marks[tool].includes(tooth);
}

function setContacts(marks: Marks, contacts: readonly string[], on: boolean, mm: number): MarkingResult {
  const refused: MarkConflict[] = [];
  let now = marks;
  for (const contact of contacts) {
    const known = iprAt(now, contact);
    if (on && known) continue; // Painting over a marked contact keeps its amount.
    const outcome = setIpr(now, contact, on && clampIprAmount(contact, mm));
    if (outcome.ok) now = outcome.marks;
    else refused.push(outcome.conflict);
  }
  return { marks: now, refused };
}

/** Adds the tool's mark at the places, or removes it; new IPR gets `mm`. */
export function applyToolAtPlaces(
  marks: Marks,
  tool: MarkTool,
  places: readonly ChartFocus[],
  on: boolean,
  mm: number,
) {
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

/**
 * Applies the tool to a named set: marks it, or clears it if the whole set is marked. IPR applies to its
 * contacts.
 */
export function toggleToothSet(marks: Marks, tool: MarkTool, set: ToothSet, mm: number): MarkingResult {
  const teeth = TOOTH_SETS[set];
  if (tool !== 'ipr') {
    const all = tool !== 'erase' && teeth.every(tooth => marks[tool].includes(tooth));
    return setMarks(marks, tool, teeth, !all);
  }
  const inside = contactsForIpr(marks).filter(key =>
    parseContact(key)?.every(tooth => teeth.includes(tooth)),
  );
  return setContacts(marks, inside, !inside.every(key => iprAt(marks, key)), mm);
}

/** The amount, limited to the largest one offered at the contact. */
export const clampIprAmount = (contact: string, mm: number): number =>
  Math.min(mm, iprAmountsToOffer(contact).at(-1) ?? mm);

/** Changes an amount in tenths within the offered range; an unspecified amount starts at the smallest. */
export function stepIprAmount(contact: string, mm: number | undefined, by: number): number {
  const least = iprAmountsToOffer(contact)[0] ?? 0;
  if (mm === undefined) return least;
  return clampIprAmount(contact, Math.max(least, Math.round((mm + by) * 10) / 10));
}
