/** Command-line options of the scripts in `infra/`: parsing, `--help` and error messages. */
import { parseArgs } from 'node:util';

/** An option: its default value, the placeholder of its value (none for a switch) and its description. */
export type CommandOption = { value?: string; default?: string; does: string };

export type OptionTable = Record<string, CommandOption>;

type Values<T extends OptionTable> = {
  [K in keyof T]: T[K] extends { value: string }
    ? T[K] extends { default: string }
      ? string
      : string | undefined
    : boolean;
};

/** The help text: a line on the command, then one line per option with its default. */
export function formatHelpText(command: string, does: string, table: OptionTable): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const usual = option.default === undefined ? '' : ` (default ${option.default})`;
    return [`--${name}${option.value ? ` <${option.value}>` : ''}`, `${option.does}${usual}`] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `${command} -- [options]`,
    does,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}

/**
 * Reads the options that `table` declares.
 *
 * @returns the values, or the text to print and the exit code: 0 after `--help`, 64 (EX_USAGE) after a wrong option
 */
export function readOptions<const T extends OptionTable>(
  args: string[],
  { command, does, table }: { command: string; does: string; table: T },
): { values: Values<T> } | { text: string; exit: 0 | 64 } {
  const help = formatHelpText(command, does, table);
  const declared = Object.fromEntries(
    Object.entries(table).map(([name, option]) => [
      name,
      option.value
        ? { type: 'string' as const, default: option.default }
        : { type: 'boolean' as const, default: false },
    ]),
  );
  try {
    const { values } = parseArgs({ args, options: { ...declared, help: { type: 'boolean', short: 'h' } } });
    // `declared` mirrors the table, which the compiler cannot see through Object.fromEntries.
    return values.help ? { text: help, exit: 0 } : { values: { ...values } as Values<T> };
  } catch (error) {
    return { text: `${(error as Error).message}\n\n${help}`, exit: 64 };
  }
}
