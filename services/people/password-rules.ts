/**
 * Rules of a new password that depend on its owner. Its format, and whether it is a known password, is checked where
 * the request is parsed.
 */
import { badField } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import {
  forbiddenWordIn,
  type PasswordOwner,
  productNames,
  productWords,
  wordsOfOwner,
} from '#events/person/password-words.ts';

declare const checked: unique symbol;
/** A password that its owner may have. Only checked passwords can be stored. */
export type CheckedPassword = string & { readonly [checked]: true };

export type PasswordRules = {
  /** @throws Refusal badInput at `password` if it contains a word of the product, the organisation or the person */
  check(password: string, owner: PasswordOwner): CheckedPassword;
};

/** @param demo the demo's public password is the product's name, and so is the name of its organisation */
export function createPasswordRules({ demo }: { demo: boolean }): PasswordRules {
  const wordsFor = (owner: PasswordOwner) =>
    demo
      ? wordsOfOwner(owner).filter(word => forbiddenWordIn(word, productNames) === undefined)
      : [...productWords, ...wordsOfOwner(owner)];
  return {
    check: (password, owner) => {
      const word = forbiddenWordIn(password, wordsFor(owner));
      if (word !== undefined) throw badField('password', 'password-word', { word });
      // Cast: only this line makes a checked password.
      return password as CheckedPassword;
    },
  };
}

/** A person as the owner of a password, with what a change sets. */
export const passwordOwnerOf = (
  { organisations }: Pick<Directory, 'organisations'>,
  person: PasswordOwner & Pick<Person, 'orgId'>,
): PasswordOwner => ({ ...person, organisation: organisations.get(person.orgId) });
