/**
 * Errors of calls, as EventStoreDB sends them. The client derives the type of an error from the trailing
 * metadata.
 */
import { Metadata, status } from '@grpc/grpc-js';
import type { ExpectedRevision } from './verdict.ts';
import type { WriteRefusal } from './writes.ts';

export type CallError = { code: status; details: string; metadata: Metadata };

function refusal(code: status, details: string, trailing: Record<string, string> = {}): CallError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailing)) metadata.set(key, value);
  return { code, details, metadata };
}

const { UNKNOWN, NOT_FOUND, FAILED_PRECONDITION, PERMISSION_DENIED, UNAUTHENTICATED, UNAVAILABLE } = status;
const { INVALID_ARGUMENT, ABORTED, CANCELLED } = status;

/** Error of a read that starts inside a record or has limit 0. */
export const createInvalidReadError = (of: 'ReadAllResult' | 'ReadStreamResult') =>
  refusal(UNKNOWN, `Unexpected ${of}: Error`);

/** Error of a subscription that starts inside a record, and of an append whose message has no event. */
export const createHandlerExceptionError = () => refusal(UNKNOWN, 'Exception was thrown by handler.');

export const createStreamDeletedError = (stream: string) =>
  refusal(FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

const numberOf = (expected: ExpectedRevision) =>
  expected === 'any' ? -2 : expected === 'exists' ? -4 : expected;

/** Error of a deletion that expects another revision. */
export const createWrongRevisionError = (stream: string, expected: ExpectedRevision, actual: number) =>
  refusal(
    FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${numberOf(expected)}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(numberOf(expected)),
      'actual-version': String(actual),
    },
  );

export const createNotLeaderError = ({ host, port }: { host: string; port: number }) =>
  refusal(NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

/** Error of a write without a majority in time. It may still be committed. */
export const createCommitTimeoutError = () => refusal(ABORTED, 'Operation timed out: Commit phase timeout.');

/** Error of a live subscription with a slow reader. */
export const createSlowReaderError = () =>
  refusal(
    ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

export const createAppendSizeError = (most: number) =>
  refusal(INVALID_ARGUMENT, `Maximum Append Size of ${most} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  });

export const createMissingPropertyError = (name: 'type' | 'content-type') =>
  refusal(INVALID_ARGUMENT, `Required Metadata Property '${name}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** Error of reads, subscriptions and batch appends on a stopping server. */
export const createCancelledError = () => refusal(CANCELLED, 'Call cancelled');

/** Error of a classic append on a stopping server. */
export const createConnectionDroppedError = () => refusal(UNAVAILABLE, 'Connection dropped');

export const createNotReadyError = () => refusal(UNAVAILABLE, 'Server Is Not Ready');

/** Error of a write without an outcome, or to a deleted stream. */
export function createRefusedWriteError(stream: string, unwritten: WriteRefusal | 'deleted'): CallError {
  if (unwritten === 'deleted') return createStreamDeletedError(stream);
  if (unwritten === 'late') return createCommitTimeoutError();
  return unwritten === 'not-ready' ? createNotReadyError() : createNotLeaderError(unwritten.leader);
}

export const createAccessDeniedError = () =>
  refusal(PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const createUnauthenticatedError = () => refusal(UNAUTHENTICATED, 'Bad HTTP authentication');

export const createUserConflictError = (name: string) =>
  refusal(FAILED_PRECONDITION, 'Conflict.', { exception: 'user-conflict', 'login-name': name });

export const createUserNotFoundError = (name: string) =>
  refusal(NOT_FOUND, `User '${name}' is not found.`, { exception: 'user-not-found', 'login-name': name });
