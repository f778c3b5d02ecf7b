/** Lag of the relay: how long its next event has been waiting. */
import type { Clock } from '../clock/clock.ts';
import { measureNextEventAge } from '../eventstore/next-event-age.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import type { Relay } from './relay.ts';

type Looked = { inner: Pick<RawEventStore, 'readAll'>; clock: Clock };

/**
 * Returns the seconds since the first event that Kafka does not have; 0 if there is none. Undefined if another relay
 * is active, or if this relay has not read its position.
 */
export async function measureRelayLag(
  relay: Pick<Relay, 'position' | 'state'>,
  { inner, clock }: Looked,
): Promise<number | undefined> {
  const state = relay.state();
  const knows = state === 'relays' || (state === 'interrupted' && relay.position() > 0n);
  if (!knows) return undefined;
  return measureNextEventAge(inner, relay.position(), clock);
}
