/**
 * The relay as a part of a process. A process with only the relay needs the log and the vault, but no read
 * models.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { Env } from '../settings/env.ts';
import type { Vault } from '../vault/port.ts';
import { kafkaSecurityOf } from './kafka-access.ts';
import { type Relay, startRelay } from './relay.ts';
import { measureRelayLag } from './relay-lag.ts';

/** `inner`: the log with its personal parts sealed. */
type RelayPorts = {
  inner: RawEventStore;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  log: Log;
};

export function openRelay(env: Env, ports: RelayPorts, measures: Metrics): Relay {
  const access = kafkaSecurityOf(env.kafkaAccess);
  const relay = startRelay({ ...ports, access, brokers: env.kafkaBrokers, registry: measures.registry });
  measures.follower('relay', () => measureRelayLag(relay, ports));
  return relay;
}

/** Returns the reason that /readyz gives if the relay is not ready. */
export const relayFaultOf = (relay: Pick<Relay, 'state'> | undefined) =>
  relay?.state() === 'interrupted' ? 'the relay is interrupted' : undefined;

/** Opens the relay with only the given ports, which the caller must close. */
export function openStandaloneRelay(env: Env, ports: RelayPorts) {
  const measures = createMetrics();
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const relay = openRelay(env, ports, measures);
  const metrics = {
    text: () => Registry.merge([own, measures.registry]).metrics(),
    contentType: own.contentType,
  };
  return { relay, metrics };
}
