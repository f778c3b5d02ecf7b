/** Traces the path from a click to the screens it reaches, as spans of one trace. Costs nothing while off. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ids, RepeatingTimers } from '../clock/clock.ts';
import type { Span, SpanExporter } from './otlp.ts';
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context.ts';

type Facts = Span['facts'];

/** A running span, whose name and facts can be set during the work. */
type Running = { name(name: string): void; note(facts: Facts): void };

export type Tracer = {
  readonly on: boolean;
  /**
   * Runs `work` as a span. It is a child of the current span, otherwise of `parent` (a traceparent), otherwise a root.
   * The span is marked as failed if the work throws.
   */
  run<T>(name: string, work: (span: Running) => Promise<T>, parent?: string): Promise<T>;
  /** The traceparent of the current span. */
  current(): string | undefined;
  /** Records work from `start` (milliseconds since 1970) until now, as a child of each parent. */
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
/** Maximum number of traces that record one folded or pushed batch. */
const MOST = 64;

type Deps = { ids: Ids; timers: RepeatingTimers; exporter: SpanExporter; now?: () => number };

/** The span's own clock, for measuring only. */
const system = () => performance.timeOrigin + performance.now();

export function createTracer({ ids, timers, exporter, now = system }: Deps): Tracer {
  const running = new AsyncLocalStorage<TraceContext>();
  const spanId = () => ids.bytes(8).toString('hex');
  const placeBelow = (above: TraceContext | undefined): TraceContext => ({
    traceId: above?.traceId ?? ids.bytes(16).toString('hex'),
    spanId: spanId(),
  });
  const stop = timers.every(FLUSH_MS, () => void exporter.flush());
  return {
    on: true,
    current: () => {
      const place = running.getStore();
      return place && formatTraceparent(place);
    },
    run: async (name, work, parent) => {
      const above = running.getStore() ?? parseTraceparent(parent);
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
        const above = parseTraceparent(parent);
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
