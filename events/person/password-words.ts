/**
 * Words that a guesser of this person's password tries first: the product's, the organisation's, the person's own. A new
 * password contains none of them (decision 63). Pure.
 */
import { lookAlikeKey } from './look-alikes.ts';
import type { Organisation } from './organisation.ts';

export const productNames: readonly string[] = ['archline', 'qilie'];
/** Names of the product, and of roles and accounts that every installation has. */
export const productWords: readonly string[] = [
  ...productNames,
  'aligner',
  ...['admin', 'doctor', 'dentist', 'technician', 'supervisor'],
];

/** Facts of the person whose password it is. */
export type PasswordOwner = {
  userName?: string | undefined;
  name?: string | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  organisation?: Pick<Organisation, 'name' | 'names'> | undefined;
};

/** Shorter words are in too many good passwords by chance. */
const LEAST = 4;

/**
 * Words of Latin letters and digits in a text, and the text without the gaps between them. Other scripts are no part of
 * a password.
 */
function wordsOf(text: string | null | undefined): string[] {
  const parts = lookAlikeKey(text ?? '').match(/[a-z\d]+/g) ?? [];
  return [...parts, parts.join('')].filter(word => word.length >= LEAST);
}

/** Words that the owner's password must not contain, as they look. */
export function wordsOfOwner({ userName, name, phone, email, organisation }: PasswordOwner): string[] {
  const names = [organisation?.name, organisation?.names?.en, organisation?.names?.['zh-CN']];
  const mailbox = email?.split('@')[0];
  return [userName, name, phone, mailbox, ...names].flatMap(wordsOf);
}

/** The spelling in which words are found: 1 also counts as i. */
const spelling = (text: string) => lookAlikeKey(text).replaceAll('i', 'l');

/** The first of the words that is in a password, also in capitals, with 0 for o or 1 for i. */
export function forbiddenWordIn(password: string, words: readonly string[]): string | undefined {
  const spelt = spelling(password);
  return words.find(word => spelt.includes(spelling(word)));
}
