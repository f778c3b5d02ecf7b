/** Messages on events of the directory: their recipients and their facts. */
import type { Recorded } from '#events/envelope.ts';
import { type RecordOf, recordOf } from '#events/streams.ts';
import type { MessageRow } from './rows.ts';

type Type = RecordOf<'directory'>['type'];
type DataOf<T extends Type> = Extract<RecordOf<'directory'>, { type: T }>['data'];

const ofPerson = ({ personId }: { personId: string }) => [personId];
/** Both doctors, except the one who acted. */
const ofDoctors = ({ ownerId, personId }: { ownerId: string; personId: string }, by: string) =>
  [ownerId, personId].filter(id => id !== by);

/** Recipients by event. Null: no message. A new event needs its line here to compile. */
const recipients: { readonly [T in Type]: null | ((data: DataOf<T>, by: string) => readonly string[]) } = {
  PersonAdded: ofPerson,
  PersonUnfrozen: ofPerson,
  AccountMadePermanent: ofPerson,
  AssistantOffered: ({ doctorId }) => [doctorId],
  CoverArranged: ofDoctors,
  CoverEnded: ofDoctors,
  CasesHandedOver: ofDoctors,
  CollaboratorJoined: ({ invitedBy }) => [invitedBy],
  CollaboratorEnded: ({ personId }, by) => (personId === null || personId === by ? [] : [personId]),
  // An invitation gets its own mail.
  CollaboratorInvited: null,
  PersonInvited: null,
  InvitationRenewed: null,
  InvitationWithdrawn: null,
  PeopleImported: null,
  ImportWithdrawn: null,
  AssistantOfferEnded: null,
  CollaborationMoved: null,
  IdentityLinked: null,
  OrganisationAdded: null,
  OrganisationChanged: null,
  PersonChanged: null,
  PersonFrozen: null,
  PersonMoved: null,
  PersonRemoved: null,
  RightSwitched: null,
  SetUpDismissed: null,
  SingleSignOnRemoved: null,
  SingleSignOnSet: null,
  TermsAccepted: null,
};

/** Events of the directory that some person gets a message about. */
export const directoryEventsWithMessages: readonly string[] = Object.entries(recipients).flatMap(
  ([type, of]) => (of === null ? [] : [type]),
);

const recipientsOf = <T extends Type>({ type, data }: { type: T; data: DataOf<T> }, by: string) =>
  recipients[type]?.(data, by) ?? [];

export const recipientsOfDirectoryEvent = (event: Recorded): readonly string[] =>
  recipientsOf(recordOf('directory', event), event.by);

/** Facts of a message on a cover, on a collaborator or on cases handed over. `cases`: their number, 0 for all. */
export function messageFactsOfDirectoryEvent(event: Recorded): MessageRow['facts'] {
  const { type, data } = recordOf('directory', event);
  if (type === 'CollaboratorJoined' || type === 'CollaboratorEnded') return { caseId: data.caseId };
  if (type !== 'CoverArranged' && type !== 'CoverEnded' && type !== 'CasesHandedOver') return {};
  const { ownerId, personId } = data;
  return {
    ...{ ownerId, personId },
    ...('caseIds' in data && { cases: data.caseIds?.length ?? 0 }),
    ...('days' in data && data.days),
  };
}
