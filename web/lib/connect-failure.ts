/** Classifies a failed socket connection. */
import { errors } from '#events/errors.ts';

/**
 * `lost`: unreachable, retries automatically. `refused`: the session may have ended. `full`: too many open
 * pages.
 */
export type ConnectFailure = 'lost' | 'refused' | 'full';

/** @param active whether Socket.IO retries automatically */
export function connectFailure(error: Error, active: boolean): ConnectFailure {
  const data = 'data' in error ? error.data : undefined;
  if (typeof data === 'object' && data !== null && 'code' in data && data.code === errors.tooMany.code)
    return 'full';
  return data !== undefined || !active ? 'refused' : 'lost';
}
