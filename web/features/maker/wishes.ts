/** IPR and attachments as the technician enters them, and those that an earlier version hands on. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Arch, arch, contacts, type Fdi, parseContact, TEETH } from '#events/tooth/fdi.ts';
import type { RequestedAttachment, ShellId } from '#workers/stages/attachment-seat.ts';
import type { ProposedArch } from '#workers/stages/proposal.ts';
import type { Numbers } from './numbers.ts';

/** A row of the lists, by its place. */
export type WishRow = { list: 'ipr' | 'attachments'; at: number };
export type WishedIpr = { contact: string; mm: number; before: number };
export type Wishes = { ipr: readonly WishedIpr[]; attachments: readonly RequestedAttachment[] };

export const noWishes: Wishes = { ipr: [], attachments: [] };

/** Contacts between the teeth of a plan, absent teeth skipped. */
export const contactsOf = (teeth: readonly Fdi[]): string[] =>
  contacts(TEETH.filter(fdi => !teeth.includes(fdi)));

/**
 * IPR and attachments of an earlier version, as far as the new one has their teeth and aligners. Attachments are
 * seated on the new crowns, so only their tooth, type, face and aligners are handed on.
 */
export function carriedWishes(
  { ipr, attachments }: Pick<PlanBundle, 'ipr' | 'attachments'>,
  teeth: readonly Fdi[],
  stages: Partial<Record<Arch, number>>,
): Wishes {
  const open = contactsOf(teeth);
  const lastAt = (tooth: Fdi) => Math.max(1, stages[arch(tooth)] ?? 1);
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

/** Wishes that a plan begins with: attachments found in the files, and the earlier version's where a tooth has none. */
export const merged = (found: readonly RequestedAttachment[], carried: Wishes): Wishes => ({
  ipr: carried.ipr,
  attachments: [
    ...found,
    ...carried.attachments.filter(({ tooth }) => !found.some(one => one.tooth === tooth)),
  ],
});

/** Rows of `wishes` that are still the ones of `carried`. A change replaces a row, so identity tells. */
export const rowsOf = (wishes: Wishes, carried: Wishes): Wishes => ({
  ipr: wishes.ipr.filter(one => carried.ipr.includes(one)),
  attachments: wishes.attachments.filter(one => carried.attachments.includes(one)),
});

export const without = (wishes: Wishes, rows: Wishes): Wishes => ({
  ipr: wishes.ipr.filter(one => !rows.ipr.includes(one)),
  attachments: wishes.attachments.filter(one => !rows.attachments.includes(one)),
});

type Pieces = readonly Pick<ProposedArch, 'arch' | 'teeth'>[];

/** A shell of the files as a wish, on the tooth that its piece is numbered as. */
function wishOf(arches: Pieces, { arch: row, piece, at }: ShellId, tooth: Fdi): RequestedAttachment[] {
  const shell = arches.find(one => one.arch === row)?.teeth[piece]?.shells[at];
  if (!shell) return [];
  const { surface, from, to, size } = shell;
  const type = size[0] > size[1] ? 'horizontal-rectangle' : 'vertical-rectangle';
  // A shell of the start file is worn from the first aligner on.
  const worn = { from: Math.max(1, from), to: Math.max(1, to) };
  return [{ tooth, type, surface, ...worn, shell: { arch: row, piece, at } }];
}

/** Attachments found as shells of their own on pieces that have a number: proposals. */
export const shellWishes = (arches: Pieces, numbers: Partial<Numbers>): RequestedAttachment[] =>
  arches.flatMap(({ arch: row, teeth }) =>
    teeth.flatMap(({ shells }, piece) => {
      const tooth = numbers[row]?.[piece];
      return tooth ? shells.flatMap((_, at) => wishOf(arches, { arch: row, piece, at }, tooth)) : [];
    }),
  );

const sameShell = (a: ShellId | undefined, b: ShellId) =>
  a?.arch === b.arch && a.piece === b.piece && a.at === b.at;

export const hasShell = ({ attachments }: Wishes, shell: ShellId): boolean =>
  attachments.some(one => sameShell(one.shell, shell));

/** Takes a shell for an attachment of a tooth, or for none. */
export function withShell(wishes: Wishes, arches: Pieces, shell: ShellId, tooth: Fdi | null): Wishes {
  const others = wishes.attachments.filter(one => !sameShell(one.shell, shell));
  return { ...wishes, attachments: tooth ? [...others, ...wishOf(arches, shell, tooth)] : others };
}

/**
 * Shells follow their piece's number, as long as they were not put on another tooth; those of a piece without a number
 * are left out. The same object where nothing changes.
 */
export function renumbered(
  wishes: Wishes,
  arches: Pieces,
  before: Partial<Numbers>,
  after: Partial<Numbers>,
): Wishes {
  const numberOf = (numbers: Partial<Numbers>, { arch: row, piece }: ShellId) =>
    numbers[row]?.[piece] ?? null;
  const attachments = wishes.attachments.flatMap(one => {
    if (!one.shell || one.tooth !== numberOf(before, one.shell)) return [one];
    const tooth = numberOf(after, one.shell);
    if (tooth === one.tooth) return [one];
    return tooth ? [{ ...one, tooth }] : [];
  });
  const back = shellWishes(arches, after).filter(({ shell }) => shell && !numberOf(before, shell));
  const same = back.length === 0 && attachments.every((one, at) => one === wishes.attachments[at]);
  const unchanged = same && attachments.length === wishes.attachments.length;
  return unchanged ? wishes : { ...wishes, attachments: [...attachments, ...back] };
}
