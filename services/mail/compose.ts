/** A letter as nodemailer takes it, the same for every driver; and what went wrong, without anybody's address. */
import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { type Letter, MailFailed } from './port.ts';

/** The part of `Archline <mail@example.org>` behind the @. */
const domainOf = (from: string) => /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';

/** @param from `Name <address>` or an address */
export function composed({ id, to, subject, text, html, lang, unsubscribe }: Letter, from: string) {
  return {
    from,
    // An object is never taken for a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    messageId: `<${id}@${domainOf(from)}>`,
    headers: {
      'Content-Language': lang,
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${unsubscribe}>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}

/** What a transport threw, as a failure that can be logged. */
export function failure(error: unknown): MailFailed {
  const { code, responseCode } = { code: 'EUNKNOWN', responseCode: undefined, ...(error as object) };
  return new MailFailed(String(code), typeof responseCode === 'number' ? responseCode : undefined);
}

/** The name of a letter's file: ids come from the program, and what is in them never makes a path. */
export const fileNameOf = (id: string): string =>
  `${/^[\w-]{1,80}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')}.eml`;
