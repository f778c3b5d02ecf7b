/** What a call ends with, as EventStoreDB says it: the client reads the kind of an error from what trails the answer. */
import { Metadata, status } from '@grpc/grpc-js';
import type { ExpectedRevision } from './verdict.ts';

export type CallError = { code: status; details: string; metadata: Metadata };

function refusal(code: status, details: string, trailing: Record<string, string> = {}): CallError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailing)) metadata.set(key, value);
  return { code, details, metadata };
}

const { UNKNOWN, NOT_FOUND, FAILED_PRECONDITION, PERMISSION_DENIED, UNAUTHENTICATED, UNAVAILABLE } = status;

/** A read that begins at no record, or asks for nothing. */
export const unreadable = (of: 'ReadAllResult' | 'ReadStreamResult') =>
  refusal(UNKNOWN, `Unexpected ${of}: Error`);

/** A subscription that begins inside of a record. */
export const thrown = () => refusal(UNKNOWN, 'Exception was thrown by handler.');

export const streamDeleted = (stream: string) =>
  refusal(FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

const numberOf = (expected: ExpectedRevision) =>
  expected === 'any' ? -2 : expected === 'exists' ? -4 : expected;

export const wrongRevision = (stream: string, expected: ExpectedRevision, actual: number) =>
  refusal(
    FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${numberOf(expected)}, Actual version: ${actual}`,
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

export const notReady = () => refusal(UNAVAILABLE, 'Server Is Not Ready');

export const denied = () => refusal(PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unauthenticated = () => refusal(UNAUTHENTICATED, 'Bad HTTP authentication');

export const userConflict = (name: string) =>
  refusal(FAILED_PRECONDITION, 'Conflict.', { exception: 'user-conflict', 'login-name': name });

export const userNotFound = (name: string) =>
  refusal(NOT_FOUND, `User '${name}' is not found.`, { exception: 'user-not-found', 'login-name': name });
