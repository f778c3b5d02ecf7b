/** `npm run archline -- <command>`: operator commands on an installation, besides running it. */
import { isRefusal } from '#events/errors.ts';
import { backupCommand } from './cli/backup.ts';
import { copyLogCommand } from './cli/copy-log.ts';
import { createAdminCommand } from './cli/create-admin.ts';
import { demoYearCommand } from './cli/demo-year.ts';
import { eraseCommand } from './cli/erase.ts';
import { logAccountCommand } from './cli/log-account.ts';
import { type OperatorCommand, type OperatorTerminal, WrongUsageError } from './cli/operator-command.ts';
import { prepareRowsCommand } from './cli/prepare-rows.ts';
import { relayFromCommand } from './cli/relay-from.ts';
import { replayCommand } from './cli/replay.ts';
import { restoreCommand } from './cli/restore.ts';
import { rotateKeysCommand } from './cli/rotate-keys.ts';
import { verifyLogCommand } from './cli/verify-log.ts';
import { loadDictionaries } from './i18n/dictionaries.ts';
import { wantsHelp } from './settings/run-parts.ts';
import { operatorSentenceOf } from './start/startup-errors.ts';
import { EXIT_UNREACHABLE, retryUntilReachable, unreachableServerIn } from './start/unreachable-servers.ts';

const commands: Record<string, OperatorCommand> = {
  'create-admin': createAdminCommand,
  'copy-log': copyLogCommand,
  'relay-from': relayFromCommand,
  'demo-year': demoYearCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'prepare-rows': prepareRowsCommand,
  replay: replayCommand,
  erase: eraseCommand,
  'rotate-keys': rotateKeysCommand,
  'log-account': logAccountCommand,
  'verify-log': verifyLogCommand,
};

const usage = () =>
  [
    'npm run archline -- <command>',
    ...Object.entries(commands).flatMap(([name, of]) => lines(name, of)),
  ].join('\n');

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
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (wantsHelp(command ? args : [name])) {
      terminal.said(command ? lines(name, command).join('\n') : usage());
      return 0;
    }
    if (!command) throw new WrongUsageError(usage());
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
