/** Ids that follow from what caused them: the same command gives the same events, however often it is sent. */
import { createHash } from 'node:crypto';
import { v5 } from 'uuid';

/** Namespace of commands that people send; never changed, or a repeated command is a new one. */
const COMMANDS = 'b7f2f1de-3a43-5d0c-9a77-6b3f0d5a2c11';

/** The id of a command that a person sends with an Idempotency-Key. */
export const commandIdOf = (personId: string, key: string): string => v5(`${personId}\n${key}`, COMMANDS);

/** The id of an event: the `index`th of a command. */
export const eventIdOf = (commandId: string, index: number): string => v5(String(index), commandId);

/** The id of a command that an event causes (`name` says which of its effects). */
export const effectIdOf = (eventId: string, name: string): string => v5(name, eventId);

/** Namespace of the commands that erase a patient in a case: there is one for each case. */
const ERASURES = '5a1c0f0e-7d3b-5b52-9c1d-2b8e61f0a4d7';

/** The id of the command that erases a case's patient in it. */
export const erasureIdOf = (caseId: string): string => v5(caseId, ERASURES);

/** Crockford's base32 without 0 and 1: nothing that is misread on paper or misheard on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/** The case id that a command gives at its first, second … attempt (the next one where the id is taken). */
export function caseIdOf(commandId: string, attempt: number): string {
  let number = createHash('sha256').update(`${commandId}/${attempt}`).digest().readBigUInt64BE();
  let id = '';
  for (let i = 0; i < LENGTH; i++) {
    id += ALPHABET[Number(number % BigInt(ALPHABET.length))];
    number /= BigInt(ALPHABET.length);
  }
  return id;
}
