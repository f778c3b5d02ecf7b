/** Composes mails for nodemailer, for every driver, and describes failures without addresses. */
import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { MailFailedError, type MailMessage } from './port.ts';

/** Returns the domain of a sender such as `Archline <mail@example.org>`. */
const domainOf = (from: string) => /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';

/** @param from `Name <address>` or an address */
export function toNodemailerMessage(
  { id, to, subject, text, html, lang, unsubscribe }: MailMessage,
  from: string,
) {
  return {
    from,
    // An address object is never parsed as a list of addresses.
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

/** Converts a transport's error into a failure that may be logged. */
export function mailFailureOf(error: unknown): MailFailedError {
  const { code, responseCode } = { code: 'EUNKNOWN', responseCode: undefined, ...(error as object) };
  return new MailFailedError(String(code), typeof responseCode === 'number' ? responseCode : undefined);
}

/**
 * File name of a mail. The program makes the ids itself, but they are sanitised anyway, because a name becomes part of
 * a path.
 */
export const mailFileName = (id: string): string =>
  `${/^[\w-]{1,80}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')}.eml`;
