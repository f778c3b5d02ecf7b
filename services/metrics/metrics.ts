/**
 * Runtime metrics for Prometheus. Labels come from fixed lists. An id or a name in a label would be personal data that
 * no erasure reaches, and would create a time series of its own.
 */

import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TextMessageResult } from '../sms/hourly-limit.ts';
import { createLagTracker } from './lag.ts';

const textMessageResults: readonly TextMessageResult[] = ['sent', 'failed', 'refused'];
type Outcome = 'stored' | 'repeated' | 'conflict' | 'failed';

/** Socket connections and their unsent bytes. */
type Sockets = { connections: number; backlog: number };

export type Metrics = {
  registry: Registry;
  /** Counts an append. `position`: where this node stored it, to measure the lag until rows and screens have it. */
  appended(outcome: Outcome, seconds: number, position?: bigint): void;
  /** Notes that rows are committed up to this position. */
  folded(position: bigint): void;
  /** Notes that all pushes are sent up to this position. */
  pushed(position: bigint): void;
  /** Registers the source of socket figures, read at scrape time. */
  sockets(look: () => Sockets): void;
  /**
   * Registers a follower. `look` returns the seconds that its next event has waited, or undefined while
   * another node holds the lease.
   */
  follower(name: string, look: () => Promise<number | undefined>): void;
  /** Counts a text message. `refused`: beyond the installation's limit. */
  textMessage(result: TextMessageResult): void;
  /**
   * Counts segments of the analysts' tables that were set aside, because they were damaged or contained facts that had
   * to be erased.
   */
  setAside(segments: number): void;
  /** Registers the source of the number of parked effects. */
  parkedEffects(look: () => number): void;
};

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const system = () => performance.now() / 1000;

function lagIn(registry: Registry, now: () => number, name: string, help: string) {
  const seconds = new Histogram({ name, help, buckets, registers: [registry] });
  return createLagTracker(now, took => seconds.observe(took));
}

/** Adds a gauge that is read at scrape time. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  look: () => number | Promise<number>,
) {
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await look());
    },
  });
}

function followers(registry: Registry): Metrics['follower'] {
  const looks = new Map<string, () => Promise<number | undefined>>();
  new Gauge({
    name: 'archline_follower_lag_seconds',
    help: 'Age of the next event that effects or mail must process; 0 if there is none.',
    labelNames: ['follower'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [follower, look] of looks) {
        const seconds = await look();
        if (seconds !== undefined) this.set({ follower }, seconds);
      }
    },
  });
  return (name, look) => void looks.set(name, look);
}

function textMessages(registry: Registry): Metrics['textMessage'] {
  const messages = new Counter({
    name: 'archline_text_messages_total',
    help: 'Text messages: sent, failed at the service, refused beyond SMS_PER_HOUR.',
    labelNames: ['result'],
    registers: [registry],
  });
  // Counters start at zero, so that an alert sees the first increment.
  for (const result of textMessageResults) messages.inc({ result }, 0);
  return result => messages.inc({ result });
}

/** @param now seconds from any origin */
export function createMetrics(now: () => number = system): Metrics {
  const registry = new Registry();
  const appends = new Histogram({
    name: 'archline_append_seconds',
    help: 'Time until an append was durable or refused; after a conflict the command is decided again.',
    labelNames: ['outcome'],
    buckets,
    registers: [registry],
  });
  const rows = lagIn(
    registry,
    now,
    'archline_projection_seconds',
    'Time from a durable event to its read models.',
  );
  const screens = lagIn(
    registry,
    now,
    'archline_push_seconds',
    'Time from a durable event to its push to browsers.',
  );
  const help = 'Age of the oldest event appended here that is not in the read models yet.';
  addGauge(registry, 'archline_projection_lag_seconds', help, rows.oldest);
  let live: (() => Sockets) | undefined;
  addGauge(registry, 'archline_sockets', 'Live connections.', () => live?.().connections ?? 0);
  const waits = 'Bytes queued for live connections.';
  addGauge(registry, 'archline_socket_backlog_bytes', waits, () => live?.().backlog ?? 0);
  const setAside = new Counter({
    name: 'archline_analysis_set_aside_total',
    help: 'Segments of the tables for analysts that were set aside and are built again.',
    registers: [registry],
  });
  return {
    registry,
    appended: (outcome, seconds, position) => {
      appends.observe({ outcome }, seconds);
      if (position === undefined) return;
      rows.began(position);
      if (live) screens.began(position);
    },
    folded: rows.ended,
    pushed: screens.ended,
    sockets: look => {
      live = look;
    },
    follower: followers(registry),
    setAside: segments => setAside.inc(segments),
    textMessage: textMessages(registry),
    parkedEffects: look =>
      void addGauge(
        registry,
        'archline_effects_aside',
        'Effects that failed repeatedly and are parked.',
        look,
      ),
  };
}
