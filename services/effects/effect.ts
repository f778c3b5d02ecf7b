/**
 * An effect: a command that follows from an event. Its command id derives from the event's id, so a
 * repetition changes nothing.
 */

import type { Recorded } from '#events/envelope.ts';
import type { CaseCommands } from '../command/case-commands.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import type { Blobs } from '../files/blobs.ts';
import type { Vault } from '../vault/port.ts';
import type { ModelReader } from './model-reader.ts';

export type EffectDeps = {
  streams: CaseStreams;
  perform: Pick<CaseCommands, 'perform'>;
  vault: Vault;
  blobs: Pick<Blobs, 'local' | 'size' | 'read'>;
  readModel: ModelReader;
};

export type Effect = {
  /** Part of the command's id. Never change it after events were processed. */
  name: string;
  /** Returns true if this event of a case's stream causes the effect. */
  of: (event: Recorded) => boolean;
  /** Runs the effect. Idempotent. A Refusal means that the case has moved on; any other error is retried. */
  run: (event: Recorded, deps: EffectDeps) => Promise<void>;
};

/** Id of the case that a stream belongs to. */
export const caseIdOfStream = (stream: string) => stream.slice('case-'.length);
