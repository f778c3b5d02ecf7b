/**
 * What is measured of a relay, beside for how long the next event waits (lag.ts). A relay that waits for another one has
 * no lag: that one says it.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import { relayStates, type StateTracker } from './state.ts';

export type RelayMeasures = {
  /** A batch is committed. */
  sent(events: number): void;
  failed(error: unknown): void;
};

export type Measured = {
  tracker: Pick<StateTracker, 'state' | 'position'>;
  log: Pick<EventStore, 'readBatches'>;
  clock: Clock;
};

/** Whoever is further behind than this is told so many. */
const COUNTED_MOST = 5_000;

const kinds = ['kafka', 'system', 'other'] as const;

/** Whose word an error is: Kafka's, the system's. The word itself may be anything, and is in the log. */
function kindOf(error: unknown): (typeof kinds)[number] {
  if (!(error instanceof Error)) return 'other';
  const inner = error.cause instanceof Error ? error.cause : error;
  if ('type' in inner) return 'kafka';
  if ('code' in inner) return 'system';
  return inner.name.startsWith('Kafka') ? 'kafka' : 'other';
}

async function behind({ log, tracker }: Measured): Promise<number> {
  let events = 0;
  const from = { after: tracker.position, limit: COUNTED_MOST };
  for await (const batch of log.readBatches(from)) events += batch.length;
  return events;
}

export function measureRelay(registry: Registry, measured: Measured): RelayMeasures {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const events = counter('archline_relay_events_total', 'Events that are committed in Kafka.');
  const batches = counter('archline_relay_batches_total', 'Transactions that are committed in Kafka.');
  const errors = new Counter({
    name: 'archline_relay_errors_total',
    help: 'Sessions that an error ended, by whose error it was.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of kinds) errors.inc({ kind }, 0);
  const last = new Gauge({
    name: 'archline_relay_last_error_timestamp_seconds',
    registers,
    help: 'When an error ended a session, since 1970; 0 where none did.',
  });
  new Gauge({
    name: 'archline_relay_state',
    help: '1 of the state that it is in.',
    registers,
    labelNames: ['state'],
    collect() {
      for (const state of relayStates) this.set({ state }, Number(state === measured.tracker.state));
    },
  });
  new Gauge({
    name: 'archline_relay_lag_events',
    registers,
    help: `Events that are not in Kafka yet, counted up to ${COUNTED_MOST}.`,
    async collect() {
      const { state } = measured.tracker;
      const works = state === 'relays' || state === 'interrupted';
      this.set(works ? await behind(measured) : Number.NaN);
    },
  });
  return {
    sent: count => {
      events.inc(count);
      batches.inc();
    },
    failed: error => {
      errors.inc({ kind: kindOf(error) });
      last.set(measured.clock.now() / 1000);
    },
  };
}
