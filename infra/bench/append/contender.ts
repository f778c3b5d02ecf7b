/** A store in the append bench. */
import type { NewEvent } from '#events/envelope.ts';

export type Contender = {
  name: string;
  /** Appends one event to a stream that has `there` events. */
  append(stream: string, there: number, event: NewEvent): Promise<unknown>;
  close(): Promise<void>;
};

/** Why a contender could not be measured here. */
export type NotRun = { name: string; notRun: string };

export type OpenContender = (dir: string) => Promise<Contender | NotRun>;
