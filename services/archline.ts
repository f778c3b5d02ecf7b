/** `npm run archline -- <command>`: operator commands on an installation, besides running it. */
import { isRefusal } from '#events/errors.ts';
import { type OperatorCommand, type OperatorTerminal, WrongUsageError } from './cli/operator-command.ts';
import { loadDictionaries } from './i18n/dictionaries.ts';
import { wantsHelp } from './settings/run-parts.ts';
import { operatorSentenceOf } from './start/startup-errors.ts';
import { EXIT_UNREACHABLE, retryUntilReachable, unreachableServerIn } from './start/unreachable-servers.ts';

/** A command loads only its own modules. */
const commands: Record<string, () => Promise<OperatorCommand>> = {
  'create-admin': async () => (await import('./cli/create-admin.ts')).createAdminCommand,
  'copy-log': async () => (await import('./cli/copy-log.ts')).copyLogCommand,
  'relay-from': async () => (await import('./cli/relay-from.ts')).relayFromCommand,
  'demo-year': async () => (await import('./cli/demo-year.ts')).demoYearCommand,
  backup: async () => (await import('./cli/backup.ts')).backupCommand,
  restore: async () => (await import('./cli/restore.ts')).restoreCommand,
  'prepare-rows': async () => (await import('./cli/prepare-rows.ts')).prepareRowsCommand,
  replay: async () => (await import('./cli/replay.ts')).replayCommand,
  erase: async () => (await import('./cli/erase.ts')).eraseCommand,
  'rotate-keys': async () => (await import('./cli/rotate-keys.ts')).rotateKeysCommand,
  'log-account': async () => (await import('./cli/log-account.ts')).logAccountCommand,
  'verify-log': async () => (await import('./cli/verify-log.ts')).verifyLogCommand,
};

async function usage(): Promise<string> {
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => lines(name, await load())),
  );
  return ['npm run archline -- <command>', ...all.flat()].join('\n');
}

const lines = (name: string, { usage, does }: OperatorCommand) => [`  ${name} ${usage}`, `      ${does}`];

/** Message of an error that is meant for the operator. */
function sentence(error: unknown): string {
  const known = operatorSentenceOf(error);
  if (known !== undefined) return known;
  if (!isRefusal(error)) return error instanceof Error ? error.message : String(error);
  const { find } = loadDictionaries();
  const issues = (error.data?.issues ?? []).map(
    ({ path, issue, values }) =>
      `  ${path || 'value'}: ${find('en', `error:issue.${issue}`, values) ?? issue}`,
  );
  return [`${find('en', `error:${error.code}`) ?? error.refusal}.`, ...issues].join('\n');
}

/**
 * Runs an operator's command.
 * @param complain prints an error for the operator
 * @returns the exit code
 */
export async function runArchlineCommand(
  [name = '', ...args]: readonly string[],
  terminal: OperatorTerminal,
  complain: (line: string) => void,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  try {
    if (wantsHelp(command ? args : [name])) {
      terminal.said(command ? lines(name, command).join('\n') : await usage());
      return 0;
    }
    if (!command) throw new WrongUsageError(await usage());
    // Tries once. `retryUntilReachable` also keeps the process alive while a command only waits.
    return await retryUntilReachable(async () => (await command.run(args, terminal)) ?? 0, { waitMs: 0 });
  } catch (error) {
    const wrong = error instanceof WrongUsageError && command;
    complain(wrong ? lines(name, command).join('\n') : sentence(error));
    return unreachableServerIn(error)?.passing ? EXIT_UNREACHABLE : (command?.failureCode ?? 1);
  }
}

if (import.meta.main) {
  const code = await runArchlineCommand(
    process.argv.slice(2),
    { env: process.env, said: console.log },
    console.error,
  );
  // Open connections of a failed command would keep the process alive.
  if (code !== 0) process.exit(code);
}
