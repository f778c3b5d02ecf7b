/** Metrics of a relay, besides its lag (lag.ts). A standby relay reports no lag, because the active one does. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { type RelayStateTracker, relayStates } from './relay-state.ts';

export type RelayMetrics = {
  /** Counts a committed batch. */
  sent(events: number): void;
  failed(error: unknown): void;
};

export type RelayMetricsSource = {
  tracker: Pick<RelayStateTracker, 'state' | 'position'>;
  log: Pick<RawEventStore, 'readBatches'>;
  clock: Clock;
};

/** Maximum number of events that are counted as backlog. */
const COUNTED_MOST = 5_000;

const kinds = ['kafka', 'system', 'other'] as const;

/**
 * Returns the source of an error: Kafka or the system. The message may contain anything, so it is only logged and
 * never a label.
 */
function kindOf(error: unknown): (typeof kinds)[number] {
  if (!(error instanceof Error)) return 'other';
  const inner = error.cause instanceof Error ? error.cause : error;
  if ('type' in inner) return 'kafka';
  if ('code' in inner) return 'system';
  return inner.name.startsWith('Kafka') ? 'kafka' : 'other';
}

async function behind({ log, tracker }: RelayMetricsSource): Promise<number> {
  let events = 0;
  const from = { after: tracker.position, limit: COUNTED_MOST };
  for await (const batch of log.readBatches(from)) events += batch.length;
  return events;
}

export function addRelayMetrics(registry: Registry, measured: RelayMetricsSource): RelayMetrics {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const events = counter('archline_relay_events_total', 'Events that are committed in Kafka.');
  const batches = counter('archline_relay_batches_total', 'Transactions that are committed in Kafka.');
  const errors = new Counter({
    name: 'archline_relay_errors_total',
    help: 'Sessions that ended with an error, by the origin of the error.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of kinds) errors.inc({ kind }, 0);
  const last = new Gauge({
    name: 'archline_relay_last_error_timestamp_seconds',
    registers,
    help: 'Unix time of the last error that ended a session; 0 if there was none.',
  });
  new Gauge({
    name: 'archline_relay_state',
    help: '1 for the current state of the relay, 0 for the others.',
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
