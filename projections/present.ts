/** What presenting a row needs beside the row and the viewer. */
import type { Viewer } from '#events/person/position.ts';
import type { PersonRef } from './caseList/item.ts';

export type PresentCtx = {
  viewer: Viewer;
  /** The eye is hidden: names and phones come masked. */
  hidden: boolean;
  /** Joins a name to a person's id; never undefined: an unknown id is shown as itself. */
  person: (id: string) => PersonRef;
  /** First part of every wire position. */
  logId: string;
};

/** 张三 → 张**, Oliver Grant → O**: the first character and two stars. */
export function maskName(name: string): string {
  const [first = ''] = name;
  return name === '' ? '' : `${first}**`;
}

/** li.ming@clinic.example → l**@clinic.example: whose mail server it is stays to be seen. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 ? maskName(email) : maskName(email.slice(0, at)) + email.slice(at);
}

/** 13812341234 → 138****1234; short ones keep the last two digits. */
export function maskPhone(phone: string): string {
  return phone.length >= 8 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`;
}
