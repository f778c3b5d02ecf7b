/** What a call ends with, as EventStoreDB says it: the client reads the kind of an error from what trails the answer. */
import { Metadata, status } from '@grpc/grpc-js';
import type { ExpectedRevision } from './verdict.ts';
import type { Unwritten } from './writes.ts';

export type CallError = { code: status; details: string; metadata: Metadata };

function refusal(code: status, details: string, trailing: Record<string, string> = {}): CallError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailing)) metadata.set(key, value);
  return { code, details, metadata };
}

const { UNKNOWN, NOT_FOUND, FAILED_PRECONDITION, PERMISSION_DENIED, UNAUTHENTICATED, UNAVAILABLE } = status;
const { INVALID_ARGUMENT, ABORTED, CANCELLED } = status;

/** A read that begins at no record, or asks for nothing. */
export const unreadable = (of: 'ReadAllResult' | 'ReadStreamResult') =>
  refusal(UNKNOWN, `Unexpected ${of}: Error`);

/** The error for a subscription that starts inside a record, and for an append whose message holds no event. */
export const thrown = () => refusal(UNKNOWN, 'Exception was thrown by handler.');

export const streamDeleted = (stream: string) =>
  refusal(FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

const numberOf = (expected: ExpectedRevision) =>
  expected === 'any' ? -2 : expected === 'exists' ? -4 : expected;

/** A deletion that expects another revision. */
export const wrongRevision = (stream: string, expected: ExpectedRevision, actual: number) =>
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

export const notLeader = ({ host, port }: { host: string; port: number }) =>
  refusal(NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

/** A write that no majority of the nodes has in time. It may still be committed. */
export const timedOut = () => refusal(ABORTED, 'Operation timed out: Commit phase timeout.');

/** A live subscription whose reader does not keep up. */
export const tooSlow = () =>
  refusal(
    ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

export const tooLarge = (most: number) =>
  refusal(INVALID_ARGUMENT, `Maximum Append Size of ${most} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  });

export const missingProperty = (name: 'type' | 'content-type') =>
  refusal(INVALID_ARGUMENT, `Required Metadata Property '${name}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** A read, a subscription or a call of appends that a server ends as it is asked to stop. */
export const cancelled = () => refusal(CANCELLED, 'Call cancelled');

/** A classic append that is under way as a server is asked to stop. */
export const connectionDropped = () => refusal(UNAVAILABLE, 'Connection dropped');

export const notReady = () => refusal(UNAVAILABLE, 'Server Is Not Ready');

/** The error of a write that has no outcome, or no stream to go to. */
export function unwrittenError(stream: string, unwritten: Unwritten | 'deleted'): CallError {
  if (unwritten === 'deleted') return streamDeleted(stream);
  if (unwritten === 'late') return timedOut();
  return unwritten === 'not-ready' ? notReady() : notLeader(unwritten.leader);
}

export const denied = () => refusal(PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unauthenticated = () => refusal(UNAUTHENTICATED, 'Bad HTTP authentication');

export const userConflict = (name: string) =>
  refusal(FAILED_PRECONDITION, 'Conflict.', { exception: 'user-conflict', 'login-name': name });

export const userNotFound = (name: string) =>
  refusal(NOT_FOUND, `User '${name}' is not found.`, { exception: 'user-not-found', 'login-name': name });
