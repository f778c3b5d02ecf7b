/** What the form of a visit holds, and what it sends. Pure. */
import type { attachmentChanges } from '#events/process/events.ts';
import type { DueWork } from '#events/process/proposal.ts';
import { type Fdi, inScreenOrder, parseContact } from '#events/tooth/fdi.ts';

export type Doing = (typeof attachmentChanges)[number];
/** mm by contact, and what happened by tooth; null and '' are nothing. */
export type Entered = { ipr: Record<string, number | null>; attachments: Partial<Record<Fdi, Doing | ''>> };

export const nothing: Entered = { ipr: {}, attachments: {} };

/** All that the plan wants until now, as done today; what else was typed stays. */
export const asPlanned = ({ ipr, attachments }: DueWork, typed: Entered): Entered => ({
  ipr: {
    ...typed.ipr,
    ...Object.fromEntries(ipr.filter(({ due }) => due > 0).map(({ contact, due }) => [contact, due])),
  },
  attachments: {
    ...typed.attachments,
    ...Object.fromEntries(attachments.map(({ tooth, what }) => [tooth, what])),
  },
});

export const anyDue = ({ ipr, attachments }: DueWork): boolean =>
  attachments.length > 0 || ipr.some(({ due }) => due > 0);

/** As the action takes it. */
export function inputOf({ ipr, attachments }: Entered) {
  const teeth = inScreenOrder(Object.keys(attachments).map(tooth => Number(tooth) as Fdi));
  return {
    ipr: Object.entries(ipr).flatMap(([contact, mm]) => {
      const between = parseContact(contact);
      return between && mm !== null && mm > 0 ? [{ between, mm }] : [];
    }),
    attachments: teeth.flatMap(tooth => {
      const what = attachments[tooth];
      return what ? [{ tooth, what }] : [];
    }),
  };
}
