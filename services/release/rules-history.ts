/** The rules that releases served, as the log records them. */
import type { RulesSincePosition } from '#events/analysis/conform.ts';
import { releaseStream } from '#events/release/events.ts';
import { recordOf } from '#events/streams.ts';
import type { EventStore } from '../eventstore/port.ts';

/**
 * Reads the rules that were in force at any time up to a position, oldest first. There is only one event for each
 * release that changed them, so nothing is cached.
 */
export async function readServedRulesUpTo(
  { read }: Pick<EventStore, 'read'>,
  position: bigint,
): Promise<(RulesSincePosition & { at: string })[]> {
  const history: (RulesSincePosition & { at: string })[] = [];
  for await (const event of read(releaseStream)) {
    if (event.position > position) break;
    const { data } = recordOf('release', event);
    history.push({ since: event.position, at: event.at, rules: data.rules });
  }
  return history;
}
