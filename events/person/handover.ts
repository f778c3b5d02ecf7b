/** Decides handing over cases for good: by their doctor, or by an Admin for a doctor who leaves or has left. Pure. */
import * as z from 'zod/mini';
import { distinct, idSchema, lineSchema, lineSchemaUpTo } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { badField } from '../errors.ts';
import type { CollaborationEvent } from './collaboration.ts';
import { moveCollaborationsToOwner } from './collaboration-rules.ts';
import { requireColleague } from './cover-rules.ts';
import type { Directory, Person } from './directory.ts';
import type { DirectoryEvent } from './events.ts';

type HandedOver = Extract<DirectoryEvent, { type: 'CasesHandedOver' }>;

export const handOverInputSchema = z.strictObject({
  /** Login, phone or e-mail of the colleague. */
  account: lineSchema,
  /** Absent: all cases. */
  caseIds: z.optional(
    z.array(idSchema).check(z.minLength(1, { error: 'required' }), z.maxLength(limits.coverCases), distinct),
  ),
  note: lineSchemaUpTo(limits.textMax),
});
export type HandOverInput = z.infer<typeof handOverInputSchema>;

/**
 * Gives cases to a colleague. The caller has checked who may ask. Each case records its new owner afterwards.
 * @param doctor the present owner, who may be frozen or removed
 * @param owns returns whether the doctor owns a case. Another doctor's case is refused like a missing one.
 * @throws Refusal badInput
 */
export function handOverCases(
  d: Directory,
  doctor: Person,
  { account, note, caseIds: named }: HandOverInput,
  owns: (caseId: string) => boolean,
): (HandedOver | CollaborationEvent)[] {
  const { id: personId } = requireColleague(d, doctor, account);
  const caseIds = named ?? null;
  const foreign = caseIds?.findIndex(one => !owns(one)) ?? -1;
  if (foreign >= 0) throw badField(`caseIds.${foreign}`, 'case-unknown');
  const from = { ownerId: doctor.id, caseIds };
  return [
    { type: 'CasesHandedOver', data: { personId, ...from }, personal: { note } },
    ...moveCollaborationsToOwner(d, from, personId),
  ];
}
