/** Port for mail: one mail to one person. Adapters: a folder and an SMTP server. */
import type { Lang } from '../i18n/dictionaries.ts';

export type MailMessage = {
  /** A uuid. The Message-ID is derived from it, so that a mail sent twice is recognised. */
  id: string;
  /** Recipient: one address, without a name. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  lang: Lang;
  /** Address of the page to unsubscribe. */
  unsubscribe?: string;
};

/**
 * A mail was not sent. Neither message nor fields contain the address. The server's answer may contain it, so the
 * answer is not logged.
 */
export class MailFailedError extends Error {
  /** The transport's code: ECONNECTION, EAUTH, EENVELOPE … */
  readonly why: string;
  /** The mail server's numeric answer, if any. */
  readonly answer: number | undefined;
  constructor(why: string, answer?: number) {
    super(`sending an email failed: ${answer === undefined ? why : `${why} ${answer}`}`);
    this.name = 'MailFailedError';
    this.why = why;
    this.answer = answer;
  }
  /** True if another try with this address would fail too. */
  get final(): boolean {
    return this.why === 'EENVELOPE' && this.answer !== undefined && this.answer >= 500;
  }
}

export interface Mail {
  /** Resolves once the mail was accepted. @throws MailFailedError */
  send(letter: MailMessage): Promise<void>;
  close(): Promise<void>;
}
