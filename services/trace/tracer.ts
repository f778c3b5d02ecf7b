/** What happens between a click and the screens it reaches, as spans of one trace. Off, it does nothing at all. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ids, Timers } from '../clock/clock.ts';
import { type Place, readPlace, writePlace } from './context.ts';
import type { Exporter, Span } from './otlp.ts';

type Facts = Span['facts'];

/** A span that runs: what is found out on the way is noted on it. */
type Running = { name(name: string): void; note(facts: Facts): void };

export type Tracer = {
  readonly on: boolean;
  /**
   * Runs `work` as a span: below the one that runs now, else below `parent` (a traceparent), else as the first of a trace.
   * It fails where the work throws.
   */
  run<T>(name: string, work: (span: Running) => Promise<T>, parent?: string): Promise<T>;
  /** The traceparent of the span that runs now. */
  current(): string | undefined;
  /** Notes what has been done from `start` until now, once below each of these. Milliseconds since 1970. */
  done(name: string, parents: readonly (string | undefined)[], start: number, facts?: Facts): void;
  close(): Promise<void>;
};

const silent: Running = { name: () => undefined, note: () => undefined };

export const noTracer: Tracer = {
  on: false,
  run: (_name, work) => work(silent),
  current: () => undefined,
  done: () => undefined,
  close: async () => undefined,
};

const FLUSH_MS = 1_000;
/** Of one batch that is folded or pushed, so many traces are told. */
const MOST = 64;

type Deps = { ids: Ids; timers: Timers; exporter: Exporter; now?: () => number };

/** The span's own clock: what is measured, never what is decided. */
const system = () => performance.timeOrigin + performance.now();

export function createTracer({ ids, timers, exporter, now = system }: Deps): Tracer {
  const running = new AsyncLocalStorage<Place>();
  const spanId = () => ids.bytes(8).toString('hex');
  const placeBelow = (above: Place | undefined): Place => ({
    traceId: above?.traceId ?? ids.bytes(16).toString('hex'),
    spanId: spanId(),
  });
  const stop = timers.every(FLUSH_MS, () => void exporter.flush());
  return {
    on: true,
    current: () => {
      const place = running.getStore();
      return place && writePlace(place);
    },
    run: async (name, work, parent) => {
      const above = running.getStore() ?? readPlace(parent);
      const place = placeBelow(above);
      const span: Span = {
        ...place,
        name,
        parentId: above?.spanId,
        start: now(),
        end: 0,
        failed: true,
        facts: {},
      };
      const told: Running = {
        name: text => {
          span.name = text;
        },
        note: facts => void Object.assign(span.facts, facts),
      };
      try {
        const result = await running.run(place, () => work(told));
        span.failed = false;
        return result;
      } finally {
        span.end = now();
        exporter.take(span);
      }
    },
    done: (name, parents, start, facts = {}) => {
      const end = now();
      for (const parent of new Set(parents.slice(0, MOST))) {
        const above = readPlace(parent);
        if (above)
          exporter.take({
            ...placeBelow(above),
            name,
            parentId: above.spanId,
            start,
            end,
            failed: false,
            facts,
          });
      }
    },
    close: async () => {
      stop();
      await exporter.flush();
    },
  };
}
