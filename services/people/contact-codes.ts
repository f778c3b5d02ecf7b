/**
 * Codes sent to a phone number or an e-mail address, each for one purpose. An address has one valid code at a time,
 * and one limit for all purposes, so that a stranger's phone is not flooded.
 */
import { createHmac } from 'node:crypto';
import { normaliseContact } from '#events/person/contact.ts';
import { type ConfirmationCodes, type ConfirmationCodesDeps, createConfirmationCodes } from './codes.ts';

export const codePurposes = ['register', 'forgotPwd', 'contact'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export type CodeSubject = {
  purpose: CodePurpose;
  /** Phone number or e-mail address. */
  address: string;
  /** The signed-in person who confirms the address as theirs. */
  personId?: string;
};

export type ContactCodes = {
  /** Seconds until another code may be sent to the address; 0 means now. */
  wait(address: string): Promise<number>;
  /** Issues the code that is to be sent. @throws Refusal tooMany with the seconds to wait */
  issue(subject: CodeSubject): Promise<string>;
  /** Invalidates a code that could not be sent. */
  takeBack(address: string): Promise<void>;
  /**
   * Counts a try at the address's code, and uses the code up if it is right. Returns false if the code is wrong,
   * expired, used, tried too often, or for another purpose or person.
   */
  check(subject: CodeSubject, code: string): Promise<boolean>;
  /**
   * Counts a wrong try, but leaves a right code valid for the later `check`. `over`: the code has expired or was tried
   * too often.
   */
  examine(subject: CodeSubject, code: string): Promise<'right' | 'wrong' | 'over'>;
  /** Counts a message without a code in the address's limit. @throws Refusal tooMany with the seconds to wait */
  count(address: string): Promise<void>;
  /** Deletes expired records. */
  sweep(): Promise<void>;
};

const givenOf = ({ purpose, personId = '' }: CodeSubject) => `${purpose}\n${personId}`;

export function createContactCodes(deps: Omit<ConfirmationCodesDeps, 'prefix'>): ContactCodes {
  const codes: ConfirmationCodes = createConfirmationCodes({ ...deps, prefix: 'contact/code/' });
  // A vault key never contains an address.
  const hashed = (address: string) =>
    createHmac('sha256', deps.key).update(normaliseContact(address)).digest('base64url');
  return {
    wait: address => codes.wait(hashed(address)),
    issue: subject => codes.issue(hashed(subject.address), givenOf(subject)),
    takeBack: address => codes.takeBack(hashed(address)),
    check: async (subject, code) => (await codes.check(hashed(subject.address), code)) === givenOf(subject),
    examine: (subject, code) => codes.examine(hashed(subject.address), givenOf(subject), code),
    count: address => codes.count(hashed(address)),
    sweep: codes.sweep,
  };
}
