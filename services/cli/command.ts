/** The settings of an operator's shell, and its output. */
export type Terminal = {
  /** The settings, as `parseEnv` takes them. */
  env: Readonly<Record<string, string | undefined>>;
  /** Prints a line for the operator. */
  said(line: string): void;
};

/** What an operator types behind `npm run archline --`: one object each, listed in services/archline.ts. */
export type Command = {
  /** Behind the command's name, as the usage shows it. */
  usage: string;
  /** What it does, in a sentence. */
  does: string;
  /**
   * Does it.
   * @param args the words after the command's name
   * @throws WrongUsage, or an Error with a sentence
   */
  run(args: string[], terminal: Terminal): Promise<void>;
};

/** The arguments are not the command's: its usage is shown. */
export class WrongUsage extends Error {}
