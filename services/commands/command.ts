/** What an operator types behind `npm run archline --`: one object each, listed in services/archline.ts. */
export type Command = {
  /** Behind the command's name, as the usage shows it. */
  usage: string;
  /** What it does, in a sentence. */
  does: string;
  /**
   * Does it. What it prints is for the operator.
   * @param args what stands behind the command's name
   * @throws WrongUsage, or an Error with a sentence
   */
  run(args: string[]): Promise<void>;
};

/** The arguments are not the command's: its usage is shown. */
export class WrongUsage extends Error {}
