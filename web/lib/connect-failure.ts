/** Why a socket did not come to be, and what is to be done about it. */
import { errors } from '#events/errors.ts';

/** `lost`: not reached, tries by itself. `refused`: the session may be over. `full`: it has too many pages open. */
export type ConnectFailure = 'lost' | 'refused' | 'full';

/** @param active it tries again by itself */
export function connectFailure(error: Error, active: boolean): ConnectFailure {
  const data = 'data' in error ? error.data : undefined;
  if (typeof data === 'object' && data !== null && 'code' in data && data.code === errors.tooMany.code)
    return 'full';
  return data !== undefined || !active ? 'refused' : 'lost';
}
