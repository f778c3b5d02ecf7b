/** Trace context: the W3C's `traceparent` in requests and events. No personal data. */

/** Ids of a trace and a span, as 32 and 16 hexadecimal digits. */
export type TraceContext = { traceId: string; spanId: string };

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** The trace context in a header or event. Undefined if missing, malformed or not sampled. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = ''] = form.exec(text ?? '') ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined;
}

export const formatTraceparent = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`;
