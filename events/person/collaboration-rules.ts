/**
 * Decides collaborations: who invites, accepts and ends them. Pure; the caller has checked the inviter's place on the
 * case.
 */
import * as z from 'zod/mini';
import { dayInZone } from '../case/calendar.ts';
import { daySchema, emailSchema, lineSchemaUpTo } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { spansOfDayPart } from '../desk/zone.ts';
import { badField, Refusal } from '../errors.ts';
import { findByContact } from './account-identity.ts';
import { type CaseInvitation, type CollaborationEvent, isBeforeCollaborationEnd } from './collaboration.ts';
import type { Directory } from './directory.ts';
import { collaboratorLevels } from './position.ts';

export const collaboratorInputSchema = z.strictObject({
  /** The invited person's address. No answer shows whether it belongs to an account. */
  email: emailSchema,
  level: z.enum(collaboratorLevels),
  /** Last day. Absent: no end. */
  last: z.optional(daySchema),
  note: lineSchemaUpTo(limits.textMax),
  lang: z.enum(['en', 'zh-CN']),
});
export type CollaboratorInput = z.infer<typeof collaboratorInputSchema>;

/** The invitations that are open, and those that were accepted and have not ended; oldest first. */
export const unendedInvitations = (
  d: Pick<Directory, 'caseInvitations'>,
  of: (one: CaseInvitation) => boolean,
  now: number,
): CaseInvitation[] =>
  [...d.caseInvitations.values()].filter(one => of(one) && isBeforeCollaborationEnd(one, now));

/** True if an invitation waits for this person, who has confirmed its address. */
const isFor = (d: Directory, { address, personId }: CaseInvitation, id: string) =>
  personId === null && findByContact(d, address)?.id === id;

/** Invitations that wait for a person's answer. */
export const caseInvitationsFor = (d: Directory, personId: string, now: number): CaseInvitation[] =>
  unendedInvitations(d, one => isFor(d, one, personId), now);

function untilOf(zone: string, last: string | undefined, now: number): string | null {
  if (last === undefined) return null;
  if (last < dayInZone(zone, now)) throw badField('last', 'cover-past');
  const end = spansOfDayPart(zone, last, { from: 0, to: 1440 }).at(-1);
  if (!end) throw badField('last', 'date-invalid');
  return new Date(end.to).toISOString();
}

export type InvitedCase = { caseId: string; ownerId: string; zone: string };

/** Invites a doctor to a case by e-mail. @throws Refusal badInput */
export function inviteCollaborator(
  d: Directory,
  command: { collaborationId: string; now: number },
  { caseId, ownerId, zone }: InvitedCase,
  form: CollaboratorInput,
): CollaborationEvent[] {
  const { collaborationId, now } = command;
  const address = form.email.toLowerCase();
  const others = unendedInvitations(d, one => one.caseId === caseId, now);
  if (others.some(one => one.address === address)) throw badField('email', 'collaborator-invited');
  if (others.length >= limits.collaborators)
    throw badField('email', 'collaborator-limit', { max: limits.collaborators });
  const { level, last, note, lang } = form;
  const terms = { level, until: untilOf(zone, last, now), lastDay: last ?? null };
  return [
    {
      type: 'CollaboratorInvited',
      data: { collaborationId, caseId, ownerId, ...terms, lang },
      personal: { address, note },
    },
  ];
}

type PersonCommand = { collaborationId: string; personId: string; now: number };

/** The invited doctor accepts. @throws Refusal notFound unless the invitation waits for this person */
export function joinCase(
  d: Directory,
  { collaborationId, personId, now }: PersonCommand,
): CollaborationEvent[] {
  const invitation = caseInvitationsFor(d, personId, now).find(
    one => one.collaborationId === collaborationId,
  );
  if (!invitation || d.people.get(personId)?.position !== 'Doctor') throw new Refusal('notFound');
  const { caseId, ownerId, level, until, lastDay, invitedBy } = invitation;
  return [
    {
      type: 'CollaboratorJoined',
      data: { collaborationId, personId, caseId, ownerId, level, until, lastDay, invitedBy },
    },
  ];
}

/**
 * Ends a collaboration or an invitation: by the doctors of the case, or by the invited person.
 * @param isDoctorOf returns whether the person is the case's owner or covers for the owner
 * @throws Refusal notFound if there is no such collaboration, if it has ended, or if it belongs to other people
 */
export function endCollaboration(
  d: Directory,
  { collaborationId, personId, now }: PersonCommand,
  isDoctorOf: (caseId: string) => boolean,
): CollaborationEvent[] {
  const [one] = unendedInvitations(d, other => other.collaborationId === collaborationId, now);
  const mine = one && (one.personId === personId || isFor(d, one, personId) || isDoctorOf(one.caseId));
  if (!mine) throw new Refusal('notFound');
  return [
    { type: 'CollaboratorEnded', data: { collaborationId, personId: one.personId, caseId: one.caseId } },
  ];
}

/** Moves the collaborations of cases to the cases' new owner. @param caseIds null for all cases of the former owner */
export const moveCollaborationsToOwner = (
  d: Pick<Directory, 'caseInvitations'>,
  from: { ownerId: string; caseIds: readonly string[] | null },
  to: string,
): CollaborationEvent[] =>
  [...d.caseInvitations.values()]
    .filter(one => one.ownerId === from.ownerId && (from.caseIds?.includes(one.caseId) ?? true))
    .map(({ collaborationId, personId }) => ({
      type: 'CollaborationMoved',
      data: { collaborationId, personId, ownerId: to },
    }));
