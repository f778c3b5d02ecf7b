/**
 * A person's mail preferences, folded. No mail is sent until an address is confirmed and a topic chosen.
 * Pure.
 */
import * as z from 'zod/mini';
import { distinctChoicesSchemaFor, emailSchema } from '../case/fields.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import { type MailEvent, mailStreamOf } from './events.ts';
import { type MailTopic, mailTopics } from './topics.ts';

export type MailPreferences = {
  revision: number;
  /** The mail address: null if none was given, empty if its key was deleted. */
  email: string | null;
  /** Identifies the entry of the address. */
  given: string | null;
  confirmed: boolean;
  topics: readonly MailTopic[];
  lang: 'en' | 'zh-CN';
};

export const noMailPreferences: MailPreferences = {
  revision: -1,
  email: null,
  given: null,
  confirmed: false,
  topics: [],
  lang: 'en',
};

function apply(state: MailPreferences, e: MailEvent): MailPreferences {
  switch (e.type) {
    case 'MailAddressGiven':
      return { ...state, email: e.personal.email, given: e.data.given, confirmed: false };
    case 'MailAddressConfirmed':
      return { ...state, confirmed: e.data.given === state.given };
    case 'MailAddressRemoved':
      return { ...noMailPreferences, lang: state.lang };
    case 'MailTopicsChosen':
      return { ...state, topics: e.data.topics, lang: e.data.lang };
    default:
      return e satisfies never;
  }
}

/** Returns the mail preferences after an event. Ignores repeated events. */
export function evolveMailPreferences(
  state: MailPreferences,
  e: MailEvent & { revision: number },
): MailPreferences {
  return e.revision <= state.revision ? state : { ...apply(state, e), revision: e.revision };
}

/** A person's stream of preferences, and its fold. */
export const mailFold = {
  kind: 'mail',
  streamOf: mailStreamOf,
  empty: noMailPreferences,
  evolve: evolveMailPreferences,
} as const;

/** The confirmed address for messages of this topic; undefined if they are not mailed. */
export function mailAddressFor({ email: to, confirmed, topics }: MailPreferences, topic: MailTopic) {
  return confirmed && topics.includes(topic) ? to || undefined : undefined;
}

export const newMailAddressInputSchema = z.strictObject({ email: emailSchema });
export const mailCodeInputSchema = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/, { error: 'code-format' })),
});
export const mailTopicsInputSchema = z.strictObject({
  topics: distinctChoicesSchemaFor(mailTopics),
});

/**
 * Sets a mail address, unconfirmed until its code is entered. Rethrows `input` if it is the refusal of an unreadable body.
 * @throws Refusal badInput
 */
export function setMailAddress(input: unknown, which: { personId: string; given: string }): MailEvent[] {
  return [{ type: 'MailAddressGiven', data: which, personal: parse(newMailAddressInputSchema, input) }];
}

/**
 * Confirms the address. @param right the entry whose code was entered; undefined for a wrong code.
 * @throws Refusal wrongCode
 */
export function confirmMailAddress(
  { given }: MailPreferences,
  right: string | undefined,
  { personId }: { personId: string },
): MailEvent[] {
  if (right === undefined || right !== given) throw new Refusal('wrongCode');
  return [{ type: 'MailAddressConfirmed', data: { personId, given: right } }];
}

/**
 * Removes the address and the topics, so that another address begins without topics. @throws Refusal notFound
 */
export function removeMailAddress(state: MailPreferences, { personId }: { personId: string }): MailEvent[] {
  if (state.email === null) throw new Refusal('notFound');
  return [{ type: 'MailAddressRemoved', data: { personId } }];
}

/**
 * Replaces the topics sent by mail; the list may be empty. `input` as for `setMailAddress`.
 * @throws Refusal badInput
 */
export function chooseMailTopics(
  { confirmed }: MailPreferences,
  input: unknown,
  who: { personId: string; lang: 'en' | 'zh-CN' },
): MailEvent[] {
  const chosen = new Set(parse(mailTopicsInputSchema, input).topics);
  if (chosen.size > 0 && !confirmed) throw badField('email', 'email-unconfirmed');
  const topics = mailTopics.filter(topic => chosen.has(topic));
  return [{ type: 'MailTopicsChosen', data: { ...who, topics } }];
}
