/** Ids that derive from their cause, so that a repeated command produces the same events. */
import { createHash } from 'node:crypto';
import { v5 } from 'uuid';

/** Namespace of people's commands. Never change it, or a repeated command would count as a new one. */
const COMMANDS = 'b7f2f1de-3a43-5d0c-9a77-6b3f0d5a2c11';

/** Id of a command with an Idempotency-Key. */
export const commandIdOf = (personId: string, key: string): string => v5(`${personId}\n${key}`, COMMANDS);

/** Id of a command's event number `index`. */
export const eventIdOf = (commandId: string, index: number): string => v5(String(index), commandId);

/** Id of a command that an event causes. `name`: names the effect. */
export const effectIdOf = (eventId: string, name: string): string => v5(name, eventId);

/** Namespace of the commands that erase a patient in a case, one per case. */
const ERASURES = '5a1c0f0e-7d3b-5b52-9c1d-2b8e61f0a4d7';

/** Id of the command that erases a case's patient. */
export const erasureIdOf = (caseId: string): string => v5(caseId, ERASURES);

/** Crockford's base32 without 0 and 1: characters that are hard to misread or mishear. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/** Case id of a command. `attempt` increases while the id is taken. */
export function caseIdOfCommand(commandId: string, attempt: number): string {
  let number = createHash('sha256').update(`${commandId}/${attempt}`).digest().readBigUInt64BE();
  let id = '';
  for (let i = 0; i < LENGTH; i++) {
    id += ALPHABET[Number(number % BigInt(ALPHABET.length))];
    number /= BigInt(ALPHABET.length);
  }
  return id;
}

/** Id of the person in row `index` of an import. */
export const importedPersonIdOf = (importId: string, index: number): string =>
  v5(`person ${index}`, importId);
