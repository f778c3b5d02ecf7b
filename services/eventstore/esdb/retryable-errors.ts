/** Classifies errors of the client: temporary ones are retried, permanent ones are not. */
import { ErrorType } from '@eventstore/db-client';
import { NoLeaderError } from './leader.ts';
import { tlsFaults } from './tls-faults.ts';

type RetryRule = {
  /** The client's `type` of a CommandError. `plain` for other errors. */
  type: string;
  /** gRPC's code of the error, if its type is ambiguous. */
  code?: number;
  /** Pattern of the error's message, if type and code are not enough. */
  says?: Pick<RegExp, 'test'>;
  passes: boolean;
  /** The connection is unusable, so search for another node. */
  leaves?: true;
  because: string;
};

const { UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED, TIMEOUT, NOT_LEADER, UNKNOWN } = ErrorType;
/** Matches TLS misconfigurations, which are permanent. */
const tls = { test: (message: string) => tlsFaults.some(({ says }) => says.test(message)) };

/**
 * Retry rules. The first match counts; an unknown error is permanent. Observed with EventStoreDB 23.10.8 and client
 * 6.2.1.
 */
export const retryRules: readonly RetryRule[] = [
  { type: UNAVAILABLE, says: tls, passes: false, because: 'a wrong certificate does not change' },
  { type: UNAVAILABLE, passes: true, leaves: true, because: 'the server is down or starting' },
  { type: CANCELLED, passes: true, leaves: true, because: 'the server ended a call that was under way' },
  { type: DEADLINE_EXCEEDED, passes: true, because: 'timeout: the outcome is unknown' },
  { type: TIMEOUT, passes: true, because: 'no majority stored it in time' },
  { type: NOT_LEADER, passes: true, leaves: true, because: 'another node leads now' },
  {
    type: UNKNOWN,
    says: /Server Is Not Ready|No leader info/,
    passes: true,
    leaves: true,
    because: 'a node during an election, or without a known leader',
  },
  { type: UNKNOWN, says: /Server Is Busy/, passes: true, because: 'an overloaded leader' },
  { type: UNKNOWN, code: 1, passes: true, because: 'a call that this client cancelled' },
  {
    type: UNKNOWN,
    code: 13,
    passes: true,
    leaves: true,
    because: 'the connection broke during an answer',
  },
  {
    type: UNKNOWN,
    code: 8,
    says: /Bandwidth exhausted/,
    passes: true,
    because: 'the server limits the rate of calls',
  },
  { type: UNKNOWN, passes: false, because: 'the server rejects the arguments: a position, a size' },
  { type: 'plain', code: 14, says: tls, passes: false, because: 'a wrong certificate does not change' },
  { type: 'plain', code: 14, passes: true, leaves: true, because: 'an append on a closed connection' },
  { type: 'plain', code: 1, passes: true, leaves: true, because: 'a cancelled append call' },
  { type: 'plain', code: 4, passes: true, because: 'no answer in time' },
  {
    type: 'plain',
    code: 13,
    passes: true,
    leaves: true,
    because: 'the connection broke during an answer',
  },
  {
    type: 'plain',
    says: /Channel has been shut down/,
    passes: true,
    leaves: true,
    because: 'a client that was replaced meanwhile',
  },
];

function fits({ type, code, says }: RetryRule, error: Error & { type?: unknown; code?: unknown }): boolean {
  if ((typeof error.type === 'string' ? error.type : 'plain') !== type) return false;
  return (code === undefined || error.code === code) && (says === undefined || says.test(error.message));
}

/** The first line of the table that matches an error, if any. */
export const retryRuleOf = (error: Error): RetryRule | undefined =>
  retryRules.find(rule => fits(rule, error));

export function isRetryable(error: unknown): boolean {
  if (error instanceof NoLeaderError) return true;
  return error instanceof Error && (retryRuleOf(error)?.passes ?? false);
}

/** Returns true if the error makes the connection unusable. */
export const breaksConnection = (error: unknown): boolean =>
  error instanceof Error && retryRuleOf(error)?.leaves === true;

export const isStreamNotFound = (error: unknown) =>
  error instanceof Error && 'type' in error && error.type === ErrorType.STREAM_NOT_FOUND;
