/** Something that the product has to survive, and how it is brought about and looked at. */

/** Takes a line, for a person who watches. */
export type Report = (line: string) => void;

export type Fault = {
  /** As the command line takes it. */
  name: string;
  /** What goes wrong. */
  fault: string;
  /** What is done to bring it about. */
  done: string;
  /**
   * Brings it about and looks at what becomes of it.
   * @returns what was seen, with figures
   * @throws NotHere where this machine cannot; any other error says what did not hold
   */
  run(report: Report): Promise<string>;
};

/** A fault that cannot be brought about on this machine; the message says why. */
export class NotHere extends Error {}

const patienceMs = 90_000;
const pauseMs = 50;

export const pause = () => new Promise<void>(resolve => setTimeout(resolve, pauseMs));

/** Asks again until it is so. @throws Error with `what` where it never is */
export async function until(what: string, holds: () => Promise<boolean>, ms = patienceMs): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(what);
    await pause();
  }
}

/** @throws Error with `what` */
export function sure(what: string, holds: boolean): void {
  if (!holds) throw new Error(what);
}
