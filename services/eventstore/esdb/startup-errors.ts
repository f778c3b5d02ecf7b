/** Startup errors that waiting cannot fix, each with one sentence for the operator. */
import { ErrorType } from '@eventstore/db-client';
import { isRefusal, Refusal } from '#events/errors.ts';
import { addressesInConnectionString } from './leader.ts';
import { tlsFaultIn } from './tls-faults.ts';

type Reason = {
  fits: (error: Error & { type?: unknown; code?: unknown }, connectionString: string) => boolean;
  sentence: string;
};

const { ACCESS_DENIED } = ErrorType;
const UNAUTHENTICATED = 16;
const names = (connectionString: string) => /^[a-z+]+:\/\/[^:]+:[^@]+@/.test(connectionString);

/** The first matching reason counts. */
const reasons: readonly Reason[] = [
  {
    fits: ({ type, code }) => type === ACCESS_DENIED && code === UNAUTHENTICATED,
    sentence: 'The servers of EVENT_STORE reject its user or password. Correct them in EVENT_STORE.',
  },
  {
    fits: ({ type }, connectionString) => type === ACCESS_DENIED && !names(connectionString),
    sentence: 'The servers of EVENT_STORE require a user. Add one, as in esdb://user:password@host:2113.',
  },
  {
    fits: ({ type }) => type === ACCESS_DENIED,
    sentence:
      'The user of EVENT_STORE may not read the whole log ($all). Run archline log-account to grant the right, or use another user.',
  },
];

/** Returns a startup error with its sentence, or undefined if the error needs none. */
export function startupErrorOf(error: unknown, connectionString: string): Error | undefined {
  if (isRefusal(error) && error.refusal === 'logDown') {
    // The error never includes the user or the password.
    const refusal = new Refusal('logDown', { servers: addressesInConnectionString(connectionString) });
    refusal.cause = error.cause;
    return refusal;
  }
  if (!(error instanceof Error)) return undefined;
  const reason = tlsFaultIn(error) ?? reasons.find(({ fits }) => fits(error, connectionString));
  return reason && new Error(reason.sentence, { cause: error });
}
