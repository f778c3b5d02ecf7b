/**
 * What a prescription says of single teeth and contacts. A tooth that is missing or to be extracted can have its
 * space kept (for an implant) and carries no other mark; an IPR contact lies between two teeth that are neighbours
 * once the absent ones are gone.
 */
import { clinical } from '../contradiction/defaults.ts';
import { compareContacts, contacts, type Fdi, inScreenOrder, parseContact, position } from './fdi.ts';

export { sentence } from './sentence.ts';

export type ToothMark = 'extract' | 'noMove' | 'noAttachment' | 'reserveSpace' | 'missing';
/** `contact` as fdi.ts writes it ('11-21'); `mm` in all, half on each tooth; absent = amount left to the designer. */
export type Ipr = { contact: string; mm?: number };
export type Marks = Record<ToothMark, Fdi[]> & { ipr: Ipr[] };

/** Palette order; its place + 1 is its key, erase is 0. */
export const TOOLS = [
  'extract',
  'noMove',
  'noAttachment',
  'reserveSpace',
  'ipr',
  'missing',
  'erase',
] as const;
export type Tool = (typeof TOOLS)[number];
export const TOOTH_MARKS: readonly ToothMark[] = [
  'extract',
  'missing',
  'noMove',
  'noAttachment',
  'reserveSpace',
];
/** The amounts that are kept, mm in all, half on each tooth (DOMAIN.md 1). */
export const IPR_AMOUNTS: readonly number[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

/** Between incisors and canines. */
export const isFrontContact = (contact: string): boolean =>
  parseContact(contact)?.every(tooth => clinical.front.some(at => at === position(tooth))) ?? false;

/** The amounts that a contact is offered, and the one it has: more than that is told by the contradiction check. */
export const amountsAt = (contact: string, has?: number): readonly number[] =>
  isFrontContact(contact) ? IPR_AMOUNTS.filter(mm => mm <= clinical.iprFrontMax || mm === has) : IPR_AMOUNTS;

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

/** Key of the words in the `tooth` namespace, under `reason`. */
export type ConflictReason =
  | (typeof CLASHES)[number][2]
  | (typeof CARRIES_NO_ATTACHMENT)[number][1]
  | 'extractAndIpr'
  | 'missingAndIpr'
  | 'iprTwice'
  | 'iprNotNeighbours';
/** `tooth` is absent only for a contact that names no pair of teeth. */
export type Conflict = { reason: ConflictReason; tooth?: Fdi; contact?: string };
export type MarkOutcome = { ok: true; marks: Marks } | { ok: false; conflict: Conflict };

export const emptyMarks = (): Marks => ({
  extract: [],
  noMove: [],
  noAttachment: [],
  reserveSpace: [],
  missing: [],
  ipr: [],
});

export const isUnmarked = (marks: Marks): boolean =>
  marks.ipr.length === 0 && TOOTH_MARKS.every(kind => marks[kind].length === 0);

/** Teeth that do not stand in the arch when treatment begins to move it: missing or to be extracted. */
export const absentTeeth = (marks: Marks): Fdi[] => inScreenOrder([...marks.extract, ...marks.missing]);
/** The contacts that can be marked: between neighbours, absent teeth skipped. */
export const openContacts = (marks: Marks): string[] => contacts(absentTeeth(marks));
/** The kinds of mark on a tooth, in the sentence's order. */
export const marksOf = (marks: Marks, tooth: Fdi): ToothMark[] =>
  TOOTH_MARKS.filter(kind => marks[kind].includes(tooth));
/** The IPR marks that lie at a contact as the arch stands: an extraction taken back puts a tooth between two others. */
export function iprInPlace(marks: Marks): Ipr[] {
  const open = new Set(openContacts(marks));
  return marks.ipr.filter(ipr => open.has(ipr.contact));
}
export const iprAt = (marks: Marks, contact: string): Ipr | undefined =>
  marks.ipr.find(ipr => ipr.contact === contact);

function iprConflict(marks: Marks, open: Set<string>, { contact }: Ipr, at: number): Conflict[] {
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

/** Every contradiction in the marks, and with the teeth that carry a prescribed attachment if given. */
export function conflicts(marks: Marks, attached: readonly Fdi[] = []): Conflict[] {
  const both = CLASHES.flatMap(([a, b, reason]) =>
    marks[a].filter(tooth => marks[b].includes(tooth)).map(tooth => ({ reason, tooth })),
  );
  const held = CARRIES_NO_ATTACHMENT.flatMap(([kind, reason]) =>
    marks[kind].filter(tooth => attached.includes(tooth)).map(tooth => ({ reason, tooth })),
  );
  const open = new Set(openContacts(marks));
  return [...both, ...held, ...marks.ipr.flatMap((ipr, at) => iprConflict(marks, open, ipr, at))];
}

const sameConflict = (a: Conflict, b: Conflict) =>
  a.reason === b.reason && a.tooth === b.tooth && a.contact === b.contact;

/** Refuses what adds a contradiction; one that was there before does not stand in the way of other teeth. */
function judged(before: Marks, after: Marks): MarkOutcome {
  const known = conflicts(before);
  const fresh = conflicts(after).find(conflict => !known.some(old => sameConflict(old, conflict)));
  return fresh ? { ok: false, conflict: fresh } : { ok: true, marks: after };
}

function put(marks: Marks, kind: ToothMark, tooth: Fdi, on: boolean): Marks {
  const others = marks[kind].filter(other => other !== tooth);
  return { ...marks, [kind]: on ? inScreenOrder([...others, tooth]) : others };
}

const without = (marks: Marks, kinds: readonly ToothMark[], tooth: Fdi): Marks =>
  kinds.reduce((rest, kind) => put(rest, kind, tooth, false), marks);

export type ToothTool = ToothMark | 'erase';

/** Puts a mark on a tooth or takes it off; `erase` takes all of the tooth's marks off (its contacts stay). */
export function setMark(marks: Marks, tool: ToothTool, tooth: Fdi, on: boolean): MarkOutcome {
  if (tool === 'erase') return judged(marks, without(marks, TOOTH_MARKS, tooth));
  return judged(marks, put(marks, tool, tooth, on));
}

/** A second use of the same tool takes the mark off again. */
export function toggleMark(marks: Marks, tool: ToothTool, tooth: Fdi): MarkOutcome {
  return setMark(marks, tool, tooth, tool !== 'erase' && !marks[tool].includes(tooth));
}

/** Marks many teeth; those refused stay as they were and are named. */
export function setMarks(marks: Marks, tool: ToothTool, teeth: readonly Fdi[], on: boolean) {
  const refused: Conflict[] = [];
  let now = marks;
  for (const tooth of teeth) {
    const outcome = setMark(now, tool, tooth, on);
    if (outcome.ok) now = outcome.marks;
    else refused.push(outcome.conflict);
  }
  return { marks: now, refused };
}

/** Marks a contact, in all `mm` (of IPR_AMOUNTS) or with the amount left open; `false` takes the mark off. */
export function setIpr(marks: Marks, contact: string, mm: number | undefined | false): MarkOutcome {
  const others = marks.ipr.filter(ipr => ipr.contact !== contact);
  if (mm === false) return judged(marks, { ...marks, ipr: others });
  const ipr: Ipr = mm === undefined ? { contact } : { contact, mm };
  return judged(marks, {
    ...marks,
    ipr: [...others, ipr].sort((a, b) => compareContacts(a.contact, b.contact)),
  });
}

/** The marks that cannot stay beside the tool's. */
function contradicted(tool: ToothTool): readonly ToothMark[] {
  if (tool === 'erase') return TOOTH_MARKS;
  return CLASHES.flatMap(([a, b]) => (a === tool ? [b] : b === tool ? [a] : []));
}

/** Puts the mark and takes off whatever contradicts it: the way out of a refusal. Other contradictions stay. */
export function overrideMark(marks: Marks, tool: ToothTool, tooth: Fdi): Marks {
  const cleared = without(marks, contradicted(tool), tooth);
  const marked = tool === 'erase' ? cleared : put(cleared, tool, tooth, true);
  return { ...marked, ipr: iprInPlace(marked) };
}
