/** A store that the append benchmark measures. */
import type { NewRawEvent } from '#events/envelope.ts';

export type Contender = {
  name: string;
  /** Appends one event to a stream that already has `there` events. */
  append(stream: string, there: number, event: NewRawEvent): Promise<unknown>;
  close(): Promise<void>;
};

/** Name of a contender and the reason why it cannot be measured here. */
export type UnavailableContender = { name: string; notRun: string };

export type OpenContender = (dir: string) => Promise<Contender | UnavailableContender>;
