/** Checks the event log against its seals, next to the servers that write it. */
import { existsSync } from 'node:fs';
import { checkSeals, type SealCheck } from '../audit/log-seals.ts';
import { parseEnv } from '../settings/env.ts';
import { openLogReader } from '../start/installation.ts';
import { deriveKey, loadSecret, secretPath } from '../vault/secret.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

/** Sentences for the operator. @throws Error with a sentence, if a seal does not match */
export function sealCheckSentences(check: SealCheck): string[] {
  const { events, unsealed, seals, sealedAt, broken } = check;
  if (broken)
    throw new Error(
      `The log does not match its seal of ${broken.at}: an event ${broken.after ? `since ${broken.after}` : 'before it'} was changed, removed, added or moved. Compare with a backup; earlier seals match.`,
    );
  if (sealedAt === null) return [`The log has ${events} events and no seal yet.`];
  return [
    `All seals match (${seals}). The newest is of ${sealedAt}; ${unsealed} of ${events} events follow it.`,
    'A log whose end was cut off matches its remaining seals: compare the newest with the last "the log is sealed" in the collected program logs.',
  ];
}

export const verifyLogCommand: OperatorCommand = {
  usage: '',
  does: 'Checks that no event of the log was changed, removed or moved since the hourly seals. Works while the server runs.',
  run: async (args, { env, said }) => {
    if (args.length > 0) throw new WrongUsageError();
    const place = parseEnv(env);
    const at = { dir: place.dataDir, file: place.secretFile };
    const inner = await openLogReader(place);
    try {
      // Loading a missing secret would create a new one, and no seal would match it.
      if (!existsSync(secretPath(at))) throw new Error(`The secret ${secretPath(at)} is missing.`);
      const secret = loadSecret(at);
      const check = await checkSeals({ inner, key: deriveKey(secret, 'log seals') });
      for (const line of sealCheckSentences(check)) said(line);
    } finally {
      await inner.close();
    }
  },
};
