/** IPR and attachments as the technician enters them, and those that an earlier version hands on. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Arch, arch, contacts, type Fdi, parseContact, TEETH } from '#events/tooth/fdi.ts';
import type { WishedAttachment } from '#workers/stages/seat.ts';

export type WishedIpr = { contact: string; mm: number; before: number };
export type Wishes = { ipr: readonly WishedIpr[]; attachments: readonly WishedAttachment[] };

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
export const merged = (found: readonly WishedAttachment[], carried: Wishes): Wishes => ({
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
