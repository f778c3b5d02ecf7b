/**
 * Collaborators: doctors, also of other organisations, who take part in one case by invitation. A collaboration
 * with a last day ends by the clock, without an event, as a cover does. Pure.
 */
import type { DirectoryEvent } from './events.ts';
import type { CollaboratorLevel, GuestCase } from './position.ts';

/** Terms of a collaboration. `until`: ISO instant, exclusive; null without an end. */
type Terms = {
  collaborationId: string;
  caseId: string;
  /** The present owner of the case. */
  ownerId: string;
  level: CollaboratorLevel;
  until: string | null;
  /** Last day in the organisation's time zone. */
  lastDay: string | null;
};

/** A collaboration as stored with its collaborator. Once it has ended, `until` is its end. */
export type Collaboration = Terms & { invitedBy: string };

/** An invitation to a case, and who accepted it. Read models hold none. */
export type CaseInvitation = Collaboration & {
  /** E-mail address of the invited person, in lower case. */
  address: string;
  note: string;
  lang: 'en' | 'zh-CN';
  at: string;
  /** Id of the person who accepted; null before that. */
  personId: string | null;
};

/** True before the end of the terms. */
export const isBeforeCollaborationEnd = ({ until }: Pick<Terms, 'until'>, now: number): boolean =>
  until === null || now < Date.parse(until);

type Guest = { collaborations: readonly Collaboration[] };

/** The cases in which a person takes part by invitation now. */
export const guestCasesNow = ({ collaborations }: Guest, now: number): GuestCase[] =>
  collaborations
    .filter(one => isBeforeCollaborationEnd(one, now))
    .map(({ caseId, ownerId, level }) => ({ caseId, ownerId, level }));

/** The next time at which one of a person's collaborations ends; Infinity if there is none. */
export const nextCollaborationEndTime = ({ collaborations }: Guest, now: number): number =>
  Math.min(
    ...collaborations.map(({ until }) => (until ? Date.parse(until) : Infinity)).filter(at => at > now),
  );

export type CollaborationEvent = Extract<
  DirectoryEvent,
  { type: 'CollaboratorInvited' | 'CollaboratorJoined' | 'CollaboratorEnded' | 'CollaborationMoved' }
>;
type Entry = CollaborationEvent & { by?: string; at?: string };

/** The collaborations of the event's person after the event. */
export function evolveCollaborations(before: readonly Collaboration[], e: Entry): readonly Collaboration[] {
  const { collaborationId } = e.data;
  const change = (to: Partial<Collaboration>) =>
    before.map(one => (one.collaborationId === collaborationId ? { ...one, ...to } : one));
  switch (e.type) {
    case 'CollaboratorInvited':
      return before;
    case 'CollaboratorJoined': {
      const { personId: _, ...joined } = e.data;
      return [...before.filter(one => one.collaborationId !== collaborationId), joined];
    }
    case 'CollaboratorEnded':
      return change({ until: e.at ?? '' });
    case 'CollaborationMoved':
      return change({ ownerId: e.data.ownerId });
    default:
      return e satisfies never;
  }
}

type Invitations = ReadonlyMap<string, CaseInvitation>;

/** The invitations to cases after the event. Ended ones are dropped; the log keeps them. */
export function evolveCaseInvitations(before: Invitations, e: Entry): Invitations {
  const { collaborationId } = e.data;
  const after = new Map(before);
  const known = before.get(collaborationId);
  const change = (to: Partial<CaseInvitation>) => known && after.set(collaborationId, { ...known, ...to });
  switch (e.type) {
    case 'CollaboratorInvited': {
      const { at = '', by = '' } = e;
      after.set(collaborationId, { ...e.data, ...e.personal, invitedBy: by, at, personId: null });
      return after;
    }
    case 'CollaboratorJoined':
      change({ personId: e.data.personId });
      return after;
    case 'CollaboratorEnded':
      after.delete(collaborationId);
      return after;
    case 'CollaborationMoved':
      change({ ownerId: e.data.ownerId });
      return after;
    default:
      return e satisfies never;
  }
}
