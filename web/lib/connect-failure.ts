/** Classifies a failed socket connection. */
import type { ErrorName } from '#events/errors.ts';

/** The refusal by its name: every page loads this module, and the catalogue of codes is large. */
const tooManyPages: ErrorName = 'tooMany';

/**
 * `lost`: unreachable, retries automatically. `refused`: the session may have ended. `full`: too many open
 * pages.
 */
export type ConnectFailure = 'lost' | 'refused' | 'full';

/** @param active whether Socket.IO retries automatically */
export function classifyConnectFailure(error: Error, active: boolean): ConnectFailure {
  const data = 'data' in error ? error.data : undefined;
  if (typeof data === 'object' && data !== null && 'refusal' in data && data.refusal === tooManyPages)
    return 'full';
  return data !== undefined || !active ? 'refused' : 'lost';
}
