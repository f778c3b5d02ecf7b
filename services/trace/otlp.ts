/**
 * Exports spans to a collector by OTLP over HTTP as JSON. Spans are sent in batches, and dropped if the collector is
 * unavailable.
 */
import type { TraceContext } from './trace-context.ts';

export type Span = TraceContext & {
  name: string;
  parentId?: string;
  /** Start of the span, in milliseconds since 1970. */
  start: number;
  end: number;
  failed: boolean;
  /** Fixed words, patterns and numbers. No ids and no names. */
  facts: Record<string, string | number>;
};

export type SpanExporter = {
  take(span: Span): void;
  /** Sends the waiting spans. */
  flush(): Promise<void>;
};

/** Maximum number of waiting spans. Further ones are dropped. */
const MOST = 4096;
const BATCH = 512;
const PATIENCE_MS = 5_000;

const nanos = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
const anyValue = (value: string | number) =>
  typeof value === 'string' ? { stringValue: value } : { doubleValue: value };
const attributes = (facts: Span['facts']) =>
  Object.entries(facts).map(([key, value]) => ({ key, value: anyValue(value) }));

const SERVER = 2;
const ERROR = 2;

const written = ({ traceId, spanId, parentId, name, start, end, failed, facts }: Span) => ({
  traceId,
  spanId,
  ...(parentId ? { parentSpanId: parentId } : {}),
  name,
  kind: SERVER,
  startTimeUnixNano: nanos(start),
  endTimeUnixNano: nanos(end),
  attributes: attributes(facts),
  status: failed ? { code: ERROR } : {},
});

/** @param endpoint the collector's address; `/v1/traces` is added */
export function createSpanExporter(endpoint: string, send: typeof fetch = fetch): SpanExporter {
  const waiting: Span[] = [];
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const headers = { 'Content-Type': 'application/json' };
  const resource = { attributes: attributes({ 'service.name': 'archline' }) };
  const post = async (spans: Span[]) => {
    const scopeSpans = [{ scope: { name: 'archline' }, spans: spans.map(written) }];
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
    // Ignores errors, because an unavailable collector only loses spans.
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await send(url, { method: 'POST', headers, body, signal }).then(
      a => a.arrayBuffer(),
      () => undefined,
    );
  };
  let sending: Promise<void> = Promise.resolve();
  return {
    take: span => {
      if (waiting.length < MOST) waiting.push(span);
    },
    flush: () => {
      sending = sending.then(async () => {
        while (waiting.length > 0) await post(waiting.splice(0, BATCH));
      });
      return sending;
    },
  };
}
