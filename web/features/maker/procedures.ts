/** IPR and attachments entered by the technician or carried over from the previous version. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Arch, archOf, contactKeys, type Fdi, parseContact, TEETH } from '#events/tooth/fdi.ts';
import type { AttachmentShellId, RequestedAttachment } from '#workers/stages/attachment-seat.ts';
import type { ProposedArch } from '#workers/stages/proposal.ts';
import type { ToothNumbers } from './tooth-numbers.ts';

/** A row by list and index. */
export type ProcedureRow = { list: 'ipr' | 'attachments'; at: number };
export type PlannedIpr = { contact: string; mm: number; before: number };
export type Procedures = { ipr: readonly PlannedIpr[]; attachments: readonly RequestedAttachment[] };

export const noProcedures: Procedures = { ipr: [], attachments: [] };

/** Contacts between the teeth of a plan, across absent teeth. */
export const contactsBetween = (teeth: readonly Fdi[]): string[] =>
  contactKeys(TEETH.filter(fdi => !teeth.includes(fdi)));

/**
 * IPR and attachments of a previous version that fit the new plan's teeth and aligners. Attachments are
 * seated on the new crowns, so only tooth, type, face and aligners are carried over.
 */
export function carriedOverProcedures(
  { ipr, attachments }: Pick<PlanBundle, 'ipr' | 'attachments'>,
  teeth: readonly Fdi[],
  stages: Partial<Record<Arch, number>>,
): Procedures {
  const open = contactsBetween(teeth);
  const lastAt = (tooth: Fdi) => Math.max(1, stages[archOf(tooth)] ?? 1);
  return {
    ipr: ipr.flatMap(({ contact, mm, before }) => {
      const [tooth] = parseContact(contact) ?? [];
      return tooth && open.includes(contact)
        ? [{ contact, mm, before: Math.min(before, lastAt(tooth)) }]
        : [];
    }),
    attachments: attachments.flatMap(({ tooth, type, surface, from, to }) =>
      teeth.includes(tooth) && from <= lastAt(tooth)
        ? [{ tooth, type, surface, from, to: Math.min(to, lastAt(tooth)) }]
        : [],
    ),
  };
}

/**
 * Initial procedures of a plan: attachments found in the files, and those of the previous version for teeth
 * without one.
 */
export const mergeProcedures = (found: readonly RequestedAttachment[], carried: Procedures): Procedures => ({
  ipr: carried.ipr,
  attachments: [
    ...found,
    ...carried.attachments.filter(({ tooth }) => !found.some(one => one.tooth === tooth)),
  ],
});

/**
 * Rows that are unchanged since they were carried over. A change replaces the row object, so identity
 * decides.
 */
export const unchangedProcedures = (wishes: Procedures, carried: Procedures): Procedures => ({
  ipr: wishes.ipr.filter(one => carried.ipr.includes(one)),
  attachments: wishes.attachments.filter(one => carried.attachments.includes(one)),
});

export const removeProcedures = (wishes: Procedures, rows: Procedures): Procedures => ({
  ipr: wishes.ipr.filter(one => !rows.ipr.includes(one)),
  attachments: wishes.attachments.filter(one => !rows.attachments.includes(one)),
});

type Pieces = readonly Pick<ProposedArch, 'arch' | 'teeth'>[];

/** A shell of the files as an attachment on the tooth with its piece's number. */
function wishOf(
  arches: Pieces,
  { arch: row, piece, at }: AttachmentShellId,
  tooth: Fdi,
): RequestedAttachment[] {
  const shell = arches.find(one => one.arch === row)?.teeth[piece]?.shells[at];
  if (!shell) return [];
  const { surface, from, to, size } = shell;
  const type = size[0] > size[1] ? 'horizontal-rectangle' : 'vertical-rectangle';
  // A shell of the start file is worn from the first aligner on.
  const worn = { from: Math.max(1, from), to: Math.max(1, to) };
  return [{ tooth, type, surface, ...worn, shell: { arch: row, piece, at } }];
}

/** Attachments proposed from shells on numbered pieces. */
export const shellAttachments = (arches: Pieces, numbers: Partial<ToothNumbers>): RequestedAttachment[] =>
  arches.flatMap(({ arch: row, teeth }) =>
    teeth.flatMap(({ shells }, piece) => {
      const tooth = numbers[row]?.[piece];
      return tooth ? shells.flatMap((_, at) => wishOf(arches, { arch: row, piece, at }, tooth)) : [];
    }),
  );

const sameShell = (a: AttachmentShellId | undefined, b: AttachmentShellId) =>
  a?.arch === b.arch && a.piece === b.piece && a.at === b.at;

export const isShellAssigned = ({ attachments }: Procedures, shell: AttachmentShellId): boolean =>
  attachments.some(one => sameShell(one.shell, shell));

/** Assigns a shell to a tooth as an attachment, or to none. */
export function assignShell(
  wishes: Procedures,
  arches: Pieces,
  shell: AttachmentShellId,
  tooth: Fdi | null,
): Procedures {
  const others = wishes.attachments.filter(one => !sameShell(one.shell, shell));
  return { ...wishes, attachments: tooth ? [...others, ...wishOf(arches, shell, tooth)] : others };
}

/**
 * Moves shells with their piece's number unless they were assigned to another tooth; drops those of
 * unnumbered pieces. Returns the same object if nothing changes.
 */
export function proceduresAfterRenumbering(
  wishes: Procedures,
  arches: Pieces,
  before: Partial<ToothNumbers>,
  after: Partial<ToothNumbers>,
): Procedures {
  const numberOf = (numbers: Partial<ToothNumbers>, { arch: row, piece }: AttachmentShellId) =>
    numbers[row]?.[piece] ?? null;
  const attachments = wishes.attachments.flatMap(one => {
    if (!one.shell || one.tooth !== numberOf(before, one.shell)) return [one];
    const tooth = numberOf(after, one.shell);
    if (tooth === one.tooth) return [one];
    return tooth ? [{ ...one, tooth }] : [];
  });
  const back = shellAttachments(arches, after).filter(({ shell }) => shell && !numberOf(before, shell));
  const same = back.length === 0 && attachments.every((one, at) => one === wishes.attachments[at]);
  const unchanged = same && attachments.length === wishes.attachments.length;
  return unchanged ? wishes : { ...wishes, attachments: [...attachments, ...back] };
}
