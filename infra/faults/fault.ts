/** A fault that the product must survive: how to inject it and how to verify the result. */

/** Prints a progress line for a person who watches. */
export type ProgressPrinter = (line: string) => void;

export type FaultScenario = {
  /** Name on the command line of `npm run faults`. */
  name: string;
  /** Description of the fault in the table of results. */
  fault: string;
  /** How the fault is injected, for the table. */
  done: string;
  /**
   * Injects the fault and verifies the outcome.
   * @returns a summary with figures @throws FaultUnsupportedError if this machine cannot inject the fault; any other error
   * names the failed check
   */
  run(report: ProgressPrinter): Promise<string>;
};

/** Error: this machine cannot inject the fault. The message says why. */
export class FaultUnsupportedError extends Error {}

/** Long, so that only a hang fails: a busy machine may take ten times as long as an idle one. */
const patienceMs = 240_000;
const pauseMs = 50;

export const pauseBriefly = () => new Promise<void>(resolve => setTimeout(resolve, pauseMs));

/** Polls until `holds` returns true. @throws Error with the message `what` after `ms` */
export async function pollUntil(what: string, holds: () => Promise<boolean>, ms = patienceMs): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(what);
    await pauseBriefly();
  }
}

/** @throws Error with the message `what` unless `holds` */
export function assertThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(what);
}
