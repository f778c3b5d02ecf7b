/** The commonest 10,000 passwords that fit the rule (infra/setup/common-passwords.mjs makes the list). */
import { readFileSync } from 'node:fs';

const list = new URL('./common-passwords.txt', import.meta.url);
let known: ReadonlySet<string> | undefined;

/** True for a password that attackers try first, in whatever case it is written. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(list, 'utf8').trimEnd().split('\n'));
  return known.has(password.toLowerCase());
}
