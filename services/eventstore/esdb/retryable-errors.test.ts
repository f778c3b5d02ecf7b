import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { NoLeaderError } from './leader.ts';
import { isRetryable, retryRuleOf, retryRules } from './retryable-errors.ts';

const grpc = (code: number, details: string): ServiceError =>
  Object.assign(new Error(`${code} ${details}`), { code, details, metadata: new Metadata() });
const moved = grpc(5, 'NOT_FOUND: Leader info available');
moved.metadata.set('leader-endpoint-host', '10.0.0.2');
moved.metadata.set('leader-endpoint-port', '2113');

/**
 * Errors as observed of an EventStoreDB 23.10.8: see `infra/servers/log/recorded` and the findings of
 * decision 46.
 */
const seen: [string, unknown, boolean][] = [
  ['a server that is away', new UnavailableError(grpc(14, 'UNAVAILABLE: Connection dropped')), true],
  ['one that cancels what runs long', new CancelledError(grpc(1, 'CANCELLED: server')), true],
  ['no answer in time', new DeadlineExceededError(grpc(4, 'DEADLINE_EXCEEDED')), true],
  ['no majority in time', new TimeoutError(grpc(10, 'ABORTED')), true],
  ['another node leads', new NotLeaderError(moved), true],
  ['nobody leads', new NoLeaderError(), true],
  ['about to lead', new UnknownError(undefined, 'Could not recognize Server Is Not Ready'), true],
  ['busy', new UnknownError(undefined, 'Could not recognize Server Is Busy'), true],
  [
    'nobody to ask',
    new UnknownError(undefined, 'Could not recognize No leader info available in response'),
    true,
  ],
  ['broken inside of an answer', new UnknownError(grpc(13, 'INTERNAL: Received RST_STREAM')), true],
  ['given up here', new UnknownError(grpc(1, 'CANCELLED: Cancelled on client')), true],
  ['an append on a closed connection', grpc(14, 'UNAVAILABLE: No connection established'), true],
  ['an append that was given up', grpc(1, 'CANCELLED'), true],
  ['an append without an answer in time', grpc(4, 'DEADLINE_EXCEEDED'), true],
  ['an append that broke', grpc(13, 'INTERNAL'), true],
  [
    'asked to be calm',
    new UnknownError(grpc(8, 'RESOURCE_EXHAUSTED: Bandwidth exhausted or memory limit')),
    true,
  ],
  ['a client that was left', new Error('Channel has been shut down'), true],
  ['a position of nobody', new UnknownError(grpc(2, 'UNKNOWN: Unexpected ReadAllResult: Error')), false],
  [
    'the same of a subscription',
    new UnknownError(grpc(2, 'UNKNOWN: Exception was thrown by handler.')),
    false,
  ],
  ['the same of newer servers', grpc(3, 'INVALID_ARGUMENT: Trying to read from an invalid position.'), false],
  ['a message that is too large', new UnknownError(grpc(8, 'RESOURCE_EXHAUSTED: too large')), false],
  ['a right that is lacking', new AccessDeniedError(grpc(7, 'PERMISSION_DENIED: Access Denied')), false],
  ['no such stream', new StreamNotFoundError(null as never, 'case-a'), false],
  [
    'a certificate of nobody',
    new UnavailableError(
      grpc(14, 'UNAVAILABLE: No connection established. Last error: self-signed certificate'),
    ),
    false,
  ],
  ['the same of an append', grpc(14, 'UNAVAILABLE: unable to verify the first certificate'), false],
  ['a mistake of ours', new TypeError('undefined is not iterable'), false],
  ['no error at all', 'unavailable', false],
];

test.each(seen)('classifies: %s', (_what, error, passing) => expect(isRetryable(error)).toBe(passing));

test('has an observed error for every line of the table', () => {
  const lines = seen.flatMap(([, error]) => (error instanceof Error ? [retryRuleOf(error)] : []));
  expect(retryRules.filter(kind => !lines.includes(kind))).toEqual([]);
});
