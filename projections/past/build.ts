/** Reads the log into a fold thread: the rows as they stood at a position, and keyframes on the way. */
import { setImmediate } from 'node:timers/promises';
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { directoryStream } from '#events/person/events.ts';
import type { Log } from '../contract.ts';
import { eventsUpToErasure, isErasure } from '../erasing.ts';
import { type FoldMessage, startFoldThread } from './fold-thread.ts';
import type { Keyframe } from './keyframes.ts';

/** Events read in one turn of the event loop, so that sockets and requests are not delayed. */
const READ_EVENTS = 64;

type BuildJob = {
  log: Pick<Log, 'read' | 'readBatches'>;
  /** Undefined: from the log's beginning. */
  from: Keyframe | undefined;
  /** Position of the last event in the rows. */
  to: LogPosition;
  /** Path of the rows; it does not exist. */
  file: string;
  signal: AbortSignal;
};

const isFollowed = ({ stream }: Recorded) =>
  stream.startsWith(caseStreamPrefix) || stream === directoryStream;

/** Splits events so that each erasure is alone. */
function splitAtErasures(events: readonly Recorded[]): Recorded[][] {
  const runs: Recorded[][] = [];
  for (const [i, event] of events.entries()) {
    const last = runs.at(-1);
    if (last && !isErasure(event) && !isErasure(events[i - 1])) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** The messages that fold the events after a position, up to another. */
async function* foldMessages(
  { log, signal }: BuildJob,
  after: LogPosition,
  to: LogPosition,
): AsyncGenerator<FoldMessage> {
  const range = { after, before: toLogPosition(to + 1n), size: READ_EVENTS };
  for await (const batch of log.readBatches(range)) {
    signal.throwIfAborted();
    for (const events of splitAtErasures(batch.filter(isFollowed))) {
      const [first] = events;
      const before = first && isErasure(first) ? await eventsUpToErasure(first, { log }) : undefined;
      yield { do: 'fold', events, before };
    }
    await setImmediate();
  }
}

async function* messagesOf(job: BuildJob, keyframes: readonly Keyframe[]): AsyncGenerator<FoldMessage> {
  let after = job.from?.position ?? START;
  for (const { position, file } of keyframes) {
    yield* foldMessages(job, after, position);
    yield { do: 'save', position, keyframe: file };
    after = position;
  }
  yield* foldMessages(job, after, job.to);
  yield { do: 'save', position: job.to };
  yield { do: 'close' };
}

/**
 * Builds the file of rows at `to`.
 * @param keyframes written on the way, oldest first, none beyond `to`
 * @throws the signal's reason; the thread's error
 */
export async function buildPastRowsFile(job: BuildJob, keyframes: readonly Keyframe[] = []): Promise<void> {
  const { signal, from, file } = job;
  signal.throwIfAborted();
  const thread = startFoldThread({ from: from?.file, file });
  const stop = () => void thread.end();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // One message is under way while the next batch is read.
    let sent = Promise.resolve();
    for await (const message of messagesOf(job, keyframes)) {
      await sent;
      sent = thread.send(message);
      // The next await throws its failure.
      sent.catch(() => undefined);
    }
    await sent;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.end();
  }
}
