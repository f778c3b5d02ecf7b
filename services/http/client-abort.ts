/** Errors whose only cause is that the client closed its connection. */
import type { ApiContext } from './context.ts';

/** The status in logs and metrics; the client is gone and never reads it. nginx uses the same number. */
export const STATUS_CLIENT_CLOSED = 499;

/** Returns true if the body ended early, or the handler stopped because the client disconnected. */
export function isClientAbort(c: ApiContext, error: unknown): boolean {
  const { incoming } = c.env ?? {};
  if (incoming?.readableAborted && !incoming.complete) return true;
  const { signal } = c.req.raw;
  return signal.aborted && error === signal.reason;
}
