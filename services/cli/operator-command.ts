/** The settings of an operator's shell, and its output. */
export type OperatorTerminal = {
  /** Settings in the form of `parseEnv`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Prints a line for the operator. */
  said(line: string): void;
};

/** An operator command, listed in services/archline.ts. */
export type OperatorCommand = {
  /** Arguments as shown in the usage. */
  usage: string;
  /** Description of the command in a sentence. */
  does: string;
  /** Exit code after an error. Default: 1. */
  failureCode?: number;
  /**
   * Runs the command.
   * @param args the words after the command's name
   * @returns the exit code; nothing is 0
   * @throws WrongUsageError, or an Error with a sentence for the operator
   */
  run(args: string[], terminal: OperatorTerminal): Promise<void> | Promise<number>;
};

/** Thrown for wrong arguments. The usage is then shown. */
export class WrongUsageError extends Error {}
