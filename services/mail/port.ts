/** Mail as everything else sees it: one letter to one person. A folder and an SMTP server stand behind it. */
import type { Lang } from '../i18n/dictionaries.ts';

export type Letter = {
  /** A uuid. The Message-ID follows from it: a letter that is sent again is known as the same one. */
  id: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  lang: Lang;
  /** Address of the page on which such letters are switched off. */
  unsubscribe?: string;
};

/**
 * A letter did not go. Neither the message nor the fields say whose it was: what a server answers names the address,
 * and stays out of the log.
 */
export class MailFailed extends Error {
  /** As the transport calls it: ECONNECTION, EAUTH, EENVELOPE … */
  readonly why: string;
  /** The server's answer as a number, where it gave one. */
  readonly answer: number | undefined;
  constructor(why: string, answer?: number) {
    super(`a letter did not go: ${answer === undefined ? why : `${why} ${answer}`}`);
    this.name = 'MailFailed';
    this.why = why;
    this.answer = answer;
  }
  /** The server will say the same of this address tomorrow. */
  get final(): boolean {
    return this.why === 'EENVELOPE' && this.answer !== undefined && this.answer >= 500;
  }
}

export interface Mail {
  /** Resolves once the letter is in other hands. @throws MailFailed */
  send(letter: Letter): Promise<void>;
  close(): Promise<void>;
}
