/** What an effect is: something that follows from an event, done by a command whose id follows from it as well. */

import type { Recorded } from '#events/envelope.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import type { Perform } from '../command/perform.ts';
import type { Blobs } from '../files/blobs.ts';
import type { Vault } from '../vault/port.ts';
import type { ModelReader } from './model-reader.ts';

export type EffectDeps = {
  streams: CaseStreams;
  perform: Pick<Perform, 'perform'>;
  vault: Vault;
  blobs: Pick<Blobs, 'local' | 'size' | 'read'>;
  readModel: ModelReader;
};

export type Effect = {
  /** Part of the command's id: never changed once events were acted on. */
  name: string;
  /** Whether the event, of a case's stream, has this effect at all. */
  of: (event: Recorded) => boolean;
  /** Does it; again is no harm. A refusal means that the case has moved on; anything else thrown is tried again. */
  run: (event: Recorded, deps: EffectDeps) => Promise<void>;
};

/** The case whose stream holds the event. */
export const caseIdOfStream = (stream: string) => stream.slice('case-'.length);
