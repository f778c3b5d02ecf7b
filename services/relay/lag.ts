/** For how long the relay's next event waits. */
import type { Clock } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Relay } from './relay.ts';

type Looked = { inner: Pick<EventStore, 'readAll'>; clock: Clock };

/**
 * Seconds since the first event happened that is not in Kafka yet; 0 where all are there. Undefined where another relay
 * is at work, or this one has not learnt yet how far it came.
 */
export async function relayLag(
  relay: Pick<Relay, 'position' | 'state'>,
  { inner, clock }: Looked,
): Promise<number | undefined> {
  const state = relay.state();
  const knows = state === 'relays' || (state === 'interrupted' && relay.position() > 0n);
  if (!knows) return undefined;
  for await (const { at } of inner.readAll({ after: relay.position(), limit: 1 }))
    return Math.max(0, (clock.now() - Date.parse(at)) / 1000);
  return 0;
}
