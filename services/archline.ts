/** `npm run archline -- <command>`: what an operator does to an installation, beside running it. */
import { isRefusal } from '#events/errors.ts';
import { awayIn, EXIT_AWAY, whenThere } from './away.ts';
import { backupCommand } from './commands/backup.ts';
import { type Command, WrongUsage } from './commands/command.ts';
import { copyLogCommand } from './commands/copy-log.ts';
import { createAdminCommand } from './commands/create-admin.ts';
import { eraseCommand } from './commands/erase.ts';
import { prepareRowsCommand } from './commands/prepare-rows.ts';
import { relayFromCommand } from './commands/relay-from.ts';
import { restoreCommand } from './commands/restore.ts';
import { rotateKeysCommand } from './commands/rotate-keys.ts';
import { asksHelp } from './settings/run.ts';
import { sentenceOf } from './told.ts';
import { loadWords } from './words.ts';

const commands: Record<string, Command> = {
  'create-admin': createAdminCommand,
  'copy-log': copyLogCommand,
  'relay-from': relayFromCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'prepare-rows': prepareRowsCommand,
  erase: eraseCommand,
  'rotate-keys': rotateKeysCommand,
};

const usage = () =>
  [
    'npm run archline -- <command>',
    ...Object.entries(commands).flatMap(([name, of]) => lines(name, of)),
  ].join('\n');

const lines = (name: string, { usage, does }: Command) => [`  ${name} ${usage}`, `      ${does}`];

/** What was thrown on purpose is a sentence. */
function sentence(error: unknown): string {
  const told = sentenceOf(error);
  if (told !== undefined) return told;
  if (!isRefusal(error)) return error instanceof Error ? error.message : String(error);
  const { find } = loadWords();
  const issues = (error.data?.issues ?? []).map(
    ({ path, issue, values }) =>
      `  ${path || 'value'}: ${find('en', `error:issue.${issue}`, values) ?? issue}`,
  );
  return [`${find('en', `error:${error.code}`) ?? error.refusal}.`, ...issues].join('\n');
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (asksHelp(command ? args : [name]))
      return console.log(command ? lines(name, command).join('\n') : usage());
    if (!command) throw new WrongUsage(usage());
    // Once: what counts here is that a command which only waits is not ended without a word.
    await whenThere(() => command.run(args), { waitMs: 0 });
  } catch (error) {
    const wrong = error instanceof WrongUsage && command;
    console.error(wrong ? lines(name, command).join('\n') : sentence(error));
    process.exit(awayIn(error)?.passing ? EXIT_AWAY : 1);
  }
}

if (import.meta.main) await main(process.argv.slice(2));
