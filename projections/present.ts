/** The context for presenting a row, and the masking of names and contacts. */
import type { PermissionFacts } from '#events/case/permissions.ts';
import type { Viewer } from '#events/person/position.ts';
import type { PersonRef } from './caseList/item.ts';

export type PresentCtx = {
  viewer: Viewer;
  /** Whether names and phone numbers are masked. */
  hidden: boolean;
  /**
   * Returns a person by id. Unknown ids get the id as their name. Within a case, `at` is the ISO time of the person's act:
   * an earlier owner's assistant acted for that owner. With `caseId`, collaborators of that case are marked.
   */
  person: (id: string, at?: string, caseId?: string) => PersonRef;
  /** Id of the log, the first part of every wire position. */
  logId: string;
};

/** The owners of a case. */
export type OwnersOfCase = Pick<PermissionFacts, 'ownerId' | 'formerOwners' | 'caseId'>;

/** The owner at a time. @param at ISO; default: the present owner */
const ownerAt = ({ ownerId, formerOwners = [] }: OwnersOfCase, at: string | undefined): string =>
  (at === undefined ? undefined : formerOwners.find(({ until }) => at < until)?.id) ?? ownerId;

/**
 * The context within a case: assistants and covering colleagues act for the owner of the case at
 * that time. Collaborators act for themselves.
 */
export const contextInCase = <C extends Pick<PresentCtx, 'person'>>(of: OwnersOfCase, ctx: C): C => ({
  ...ctx,
  person: (id, at) => {
    const person = ctx.person(id, at, of.caseId);
    const isOwner = [of.ownerId, ...(of.formerOwners ?? []).map(owner => owner.id)].includes(id);
    const acts =
      person.position === 'Assistant' || (person.position === 'Doctor' && !isOwner && !person.collaborates);
    return acts ? { ...person, actsFor: ctx.person(ownerAt(of, at)) } : person;
  },
});

/** 张三 → 张**, Oliver Grant → O**: the first character and two asterisks. */
export function maskName(name: string): string {
  const [first = ''] = name;
  return name === '' ? '' : `${first}**`;
}

/** li.ming@clinic.example → l**@clinic.example: the domain stays visible. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 ? maskName(email) : maskName(email.slice(0, at)) + email.slice(at);
}

/** 13812341234 → 138****1234. Short numbers keep only their last two digits. */
export function maskPhone(phone: string): string {
  return phone.length >= 8 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`;
}
