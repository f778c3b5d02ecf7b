/** Creates the program's own EventStoreDB user, so that it does not sign in as the administrator. */
import { parseArgs } from 'node:util';
import { parseEnv } from '../settings/env.ts';
import { readSecretLine } from '../settings/secret-files.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

function valuesIn(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    admin: { ...text, default: 'admin' },
    'admin-password-file': text,
    exclusive: { type: 'boolean', default: false },
    forget: { ...text, multiple: true, default: [] as string[] },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new WrongUsageError();
  }
}

export const logAccountCommand: OperatorCommand = {
  usage: '--admin-password-file <file> [--admin admin] [--exclusive] [--forget <user>]…',
  does: 'Creates the user of EVENT_STORE on its servers and lets it read the whole log ($all). With --exclusive only this user, users that already have the right, and administrators may read and write streams, and only administrators may delete them. --forget removes these rights from a user. Safe to run again.',
  run: async (args, { env, said }) => {
    const { admin: name, 'admin-password-file': file, exclusive, forget } = valuesIn(args);
    if (!file) throw new WrongUsageError();
    const { eventStore, startWaitMs } = parseEnv(env);
    if (eventStore.driver !== 'esdb')
      throw new Error('EVENT_STORE is not a connection string, so no user can be created.');
    const admin = { name, password: readSecretLine('--admin-password-file', file) };
    // Loads the client on demand.
    const [{ createLogAccount }, { defaultDeadlines: patience }] = await Promise.all([
      import('../eventstore/esdb/account.ts'),
      import('../eventstore/esdb/deadlines.ts'),
    ]);
    const account = { connectionString: eventStore.url, admin, exclusive, forget };
    const made = await createLogAccount({ ...account, patience: { ...patience, wholeMs: startWaitMs } });
    const named = (roles: string[]) =>
      `${roles.filter(role => role !== '$admins').join(', ')} and administrators`;
    said(`The user ${made.user} exists, with the password of EVENT_STORE.`);
    said(`The whole log ($all) can be read by ${named(made.readers)}.`);
    said(
      made.writers
        ? `Streams can be read and written by ${named(made.writers)}, and deleted only by administrators.`
        : 'Rights to streams are unchanged. Unless the servers forbid it, every user may also delete streams; --exclusive prevents that.',
    );
  },
};
