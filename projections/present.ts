/** The context for presenting a row, and the masking of names and contacts. */
import type { Viewer } from '#events/person/position.ts';
import type { PersonRef } from './caseList/item.ts';

export type PresentCtx = {
  viewer: Viewer;
  /** Whether names and phone numbers are masked. */
  hidden: boolean;
  /** Returns a person by id. Unknown ids get the id as their name. */
  person: (id: string) => PersonRef;
  /** Id of the log, the first part of every wire position. */
  logId: string;
};

/** The context within a case: whatever an assistant does there, the assistant does for the case's owner. */
export const inCaseOf = <C extends Pick<PresentCtx, 'person'>>(ownerId: string, ctx: C): C => ({
  ...ctx,
  person: id => {
    const person = ctx.person(id);
    return person.position === 'Assistant' ? { ...person, actsFor: ctx.person(ownerId) } : person;
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
