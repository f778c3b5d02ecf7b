/**
 * Marks of a prescription on single teeth and contacts. A missing or extracted tooth can have its space reserved (for an
 * implant) and no other mark. An IPR contact is between two neighbouring teeth; absent teeth are skipped.
 */
import { clinicalDefaults } from '../contradiction/defaults.ts';
import {
  compareContacts,
  contactKeys,
  type Fdi,
  inScreenOrder,
  parseContact,
  positionFromMidline,
} from './fdi.ts';

export { marksSentence as sentence } from './sentence.ts';

export type ToothMark = 'extract' | 'noMove' | 'noAttachment' | 'reserveSpace' | 'missing';
/** IPR at a contact ('11-21', see fdi.ts). `mm` is the total of both teeth; absent if the designer decides. */
export type IprMark = { contact: string; mm?: number };
export type Marks = Record<ToothMark, Fdi[]> & { ipr: IprMark[] };

/** Tools in the order of the palette. The keyboard shortcut is the index + 1; 0 for erase. */
export const MARK_TOOLS = [
  'extract',
  'noMove',
  'noAttachment',
  'reserveSpace',
  'ipr',
  'missing',
  'erase',
] as const;
export type MarkTool = (typeof MARK_TOOLS)[number];
export const TOOTH_MARKS: readonly ToothMark[] = [
  'extract',
  'missing',
  'noMove',
  'noAttachment',
  'reserveSpace',
];
/** Permitted amounts of IPR at a contact, total mm of both teeth (DOMAIN.md 1). */
export const IPR_AMOUNTS: readonly number[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

/** True for a contact between incisors and canines. */
export const isFrontContact = (contact: string): boolean =>
  parseContact(contact)?.every(tooth =>
    clinicalDefaults.front.some(at => at === positionFromMidline(tooth)),
  ) ?? false;

/**
 * Returns the IPR amounts to offer for a contact in mm, including its current one (`has`). The contradiction check
 * reports a larger amount.
 */
export const iprAmountsToOffer = (contact: string, has?: number): readonly number[] =>
  isFrontContact(contact)
    ? IPR_AMOUNTS.filter(mm => mm <= clinicalDefaults.iprFrontMax || mm === has)
    : IPR_AMOUNTS;

const CLASHES = [
  ['extract', 'missing', 'extractAndMissing'],
  ['extract', 'noMove', 'extractAndNoMove'],
  ['extract', 'noAttachment', 'extractAndNoAttachment'],
  ['missing', 'noMove', 'missingAndNoMove'],
  ['missing', 'noAttachment', 'missingAndNoAttachment'],
] as const;
const CARRIES_NO_ATTACHMENT = [
  ['extract', 'extractAndAttachment'],
  ['missing', 'missingAndAttachment'],
  ['noAttachment', 'noAttachmentAndAttachment'],
] as const;

/** Reason of a conflict between marks; dictionary key in the `tooth` namespace, under `reason`. */
export type MarkConflictReason =
  | (typeof CLASHES)[number][2]
  | (typeof CARRIES_NO_ATTACHMENT)[number][1]
  | 'extractAndIpr'
  | 'missingAndIpr'
  | 'iprTwice'
  | 'iprNotNeighbours';
/** A conflict between marks. `tooth` is absent only for a contact whose key is malformed. */
export type MarkConflict = { reason: MarkConflictReason; tooth?: Fdi; contact?: string };
export type MarkOutcome = { ok: true; marks: Marks } | { ok: false; conflict: MarkConflict };

export const createEmptyMarks = (): Marks => ({
  extract: [],
  noMove: [],
  noAttachment: [],
  reserveSpace: [],
  missing: [],
  ipr: [],
});

export const isUnmarked = (marks: Marks): boolean =>
  marks.ipr.length === 0 && TOOTH_MARKS.every(kind => marks[kind].length === 0);

/** Returns the teeth absent during treatment: missing or to be extracted. */
export const absentTeeth = (marks: Marks): Fdi[] => inScreenOrder([...marks.extract, ...marks.missing]);
/** Returns the contacts that can have IPR: between neighbouring teeth, with absent teeth skipped. */
export const contactsForIpr = (marks: Marks): string[] => contactKeys(absentTeeth(marks));
/** Returns the kinds of mark on a tooth, in the sentence's order. */
export const marksOnTooth = (marks: Marks, tooth: Fdi): ToothMark[] =>
  TOOTH_MARKS.filter(kind => marks[kind].includes(tooth));
/** Returns the IPR marks that are still between neighbours. A removed extraction can put a tooth between them. */
export function iprBetweenNeighbours(marks: Marks): IprMark[] {
  const open = new Set(contactsForIpr(marks));
  return marks.ipr.filter(ipr => open.has(ipr.contact));
}
export const iprAt = (marks: Marks, contact: string): IprMark | undefined =>
  marks.ipr.find(ipr => ipr.contact === contact);

function iprConflict(marks: Marks, open: Set<string>, { contact }: IprMark, at: number): MarkConflict[] {
  const pair = parseContact(contact);
  if (!pair) return [{ reason: 'iprNotNeighbours', contact }];
  for (const tooth of pair) {
    if (marks.extract.includes(tooth)) return [{ reason: 'extractAndIpr', tooth, contact }];
    if (marks.missing.includes(tooth)) return [{ reason: 'missingAndIpr', tooth, contact }];
  }
  if (!open.has(contact)) return [{ reason: 'iprNotNeighbours', tooth: pair[0], contact }];
  const first = marks.ipr.findIndex(ipr => ipr.contact === contact);
  return first < at ? [{ reason: 'iprTwice', tooth: pair[0], contact }] : [];
}

/** Returns every conflict between the marks, and with the given teeth that have a prescribed attachment. */
export function markConflicts(marks: Marks, attached: readonly Fdi[] = []): MarkConflict[] {
  const both = CLASHES.flatMap(([a, b, reason]) =>
    marks[a].filter(tooth => marks[b].includes(tooth)).map(tooth => ({ reason, tooth })),
  );
  const held = CARRIES_NO_ATTACHMENT.flatMap(([kind, reason]) =>
    marks[kind].filter(tooth => attached.includes(tooth)).map(tooth => ({ reason, tooth })),
  );
  const open = new Set(contactsForIpr(marks));
  return [...both, ...held, ...marks.ipr.flatMap((ipr, at) => iprConflict(marks, open, ipr, at))];
}

const sameConflict = (a: MarkConflict, b: MarkConflict) =>
  a.reason === b.reason && a.tooth === b.tooth && a.contact === b.contact;

/** Refuses a change that adds a conflict. An existing conflict does not block changes of other teeth. */
function judged(before: Marks, after: Marks): MarkOutcome {
  const known = markConflicts(before);
  const fresh = markConflicts(after).find(conflict => !known.some(old => sameConflict(old, conflict)));
  return fresh ? { ok: false, conflict: fresh } : { ok: true, marks: after };
}

function put(marks: Marks, kind: ToothMark, tooth: Fdi, on: boolean): Marks {
  const others = marks[kind].filter(other => other !== tooth);
  return { ...marks, [kind]: on ? inScreenOrder([...others, tooth]) : others };
}

const without = (marks: Marks, kinds: readonly ToothMark[], tooth: Fdi): Marks =>
  kinds.reduce((rest, kind) => put(rest, kind, tooth, false), marks);

export type ToothTool = ToothMark | 'erase';

/** Adds or removes a mark of a tooth. `erase` removes all marks of the tooth except IPR at its contacts. */
export function setMark(marks: Marks, tool: ToothTool, tooth: Fdi, on: boolean): MarkOutcome {
  if (tool === 'erase') return judged(marks, without(marks, TOOTH_MARKS, tooth));
  return judged(marks, put(marks, tool, tooth, on));
}

/** Adds the mark, or removes it if the tooth already has it. */
export function toggleMark(marks: Marks, tool: ToothTool, tooth: Fdi): MarkOutcome {
  return setMark(marks, tool, tooth, tool !== 'erase' && !marks[tool].includes(tooth));
}

/** Adds or removes a mark on several teeth. Refused teeth stay unchanged and are returned. */
export function setMarks(marks: Marks, tool: ToothTool, teeth: readonly Fdi[], on: boolean) {
  const refused: MarkConflict[] = [];
  let now = marks;
  for (const tooth of teeth) {
    const outcome = setMark(now, tool, tooth, on);
    if (outcome.ok) now = outcome.marks;
    else refused.push(outcome.conflict);
  }
  return { marks: now, refused };
}

/** Sets IPR at a contact: `mm` of IPR_AMOUNTS, or undefined for an open amount. `false` removes the IPR. */
export function setIpr(marks: Marks, contact: string, mm: number | undefined | false): MarkOutcome {
  const others = marks.ipr.filter(ipr => ipr.contact !== contact);
  if (mm === false) return judged(marks, { ...marks, ipr: others });
  const ipr: IprMark = mm === undefined ? { contact } : { contact, mm };
  return judged(marks, {
    ...marks,
    ipr: [...others, ipr].sort((a, b) => compareContacts(a.contact, b.contact)),
  });
}

/** Returns the kinds of mark that conflict with the tool's mark. */
function contradicted(tool: ToothTool): readonly ToothMark[] {
  if (tool === 'erase') return TOOTH_MARKS;
  return CLASHES.flatMap(([a, b]) => (a === tool ? [b] : b === tool ? [a] : []));
}

/** Resolves a refusal: adds the mark and removes the marks in conflict with it. Other conflicts stay. */
export function setMarkRemovingConflicts(marks: Marks, tool: ToothTool, tooth: Fdi): Marks {
  const cleared = without(marks, contradicted(tool), tooth);
  const marked = tool === 'erase' ? cleared : put(cleared, tool, tooth, true);
  return { ...marked, ipr: iprBetweenNeighbours(marked) };
}
