/** A fault that the product must survive: how to inject it and how to verify the result. */

/** Prints a progress line for a person who watches. */
export type Report = (line: string) => void;

export type Fault = {
  /** Name on the command line of `npm run faults`. */
  name: string;
  /** What goes wrong, for the table. */
  fault: string;
  /** How the fault is injected, for the table. */
  done: string;
  /**
   * Injects the fault and verifies the outcome.
   * @returns a summary with figures @throws UnsupportedFault if this machine cannot inject the fault; any other error
   * names the failed check
   */
  run(report: Report): Promise<string>;
};

/** Error: this machine cannot inject the fault. The message says why. */
export class UnsupportedFault extends Error {}

const patienceMs = 90_000;
const pauseMs = 50;

export const pause = () => new Promise<void>(resolve => setTimeout(resolve, pauseMs));

/** Polls until `holds` returns true. @throws Error with the message `what` after `ms` */
export async function pollUntil(what: string, holds: () => Promise<boolean>, ms = patienceMs): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(what);
    await pause();
  }
}

/** @throws Error with the message `what` unless `holds` */
export function assertThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(what);
}
