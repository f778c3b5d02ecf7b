/** State and payload of the visit form. Pure. */
import type { attachmentChanges } from '#events/process/events.ts';
import type { DueChairsideWork } from '#events/process/proposal.ts';
import { type Fdi, inScreenOrder, parseContact } from '#events/tooth/fdi.ts';

export type AttachmentProcedure = (typeof attachmentChanges)[number];
/** mm by contact, and attachment procedures by tooth; null and '' mean none. */
export type VisitEntries = {
  ipr: Record<string, number | null>;
  attachments: Partial<Record<Fdi, AttachmentProcedure | ''>>;
};

export const noVisitEntries: VisitEntries = { ipr: {}, attachments: {} };

/** Enters everything due as performed today; keeps other entries. */
export const enterAsPlanned = (
  { ipr, attachments }: DueChairsideWork,
  typed: VisitEntries,
): VisitEntries => ({
  ipr: {
    ...typed.ipr,
    ...Object.fromEntries(ipr.filter(({ due }) => due > 0).map(({ contact, due }) => [contact, due])),
  },
  attachments: {
    ...typed.attachments,
    ...Object.fromEntries(attachments.map(({ tooth, what }) => [tooth, what])),
  },
});

export const hasDueProcedures = ({ ipr, attachments }: DueChairsideWork): boolean =>
  attachments.length > 0 || ipr.some(({ due }) => due > 0);

/** Returns the payload of the visit action. */
export function visitPayload({ ipr, attachments }: VisitEntries) {
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
