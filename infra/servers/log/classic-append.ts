/** The older append call with one append per call. Clients use it for an append with its own credentials. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js';
import {
  type CallError,
  createAppendSizeError,
  createHandlerExceptionError,
  createMissingPropertyError,
  createRefusedWriteError,
} from './call-errors.ts';
import type { WriteOutcome } from './event-table.ts';
import type { ProposedEvent } from './records.ts';
import { parseAppendTarget, parseProposedEvent } from './requests.ts';
import type { ExpectedRevision } from './verdict.ts';
import type { WriteAppend } from './writes.ts';

type Request = InstanceType<typeof streams.AppendReq>;
type Response = InstanceType<typeof streams.AppendResp>;
export type ClassicAppendCall = ServerReadableStream<Request, Response>;

function answerOf(outcome: Exclude<WriteOutcome, 'deleted'>, expected: ExpectedRevision): Response {
  const { AppendResp } = streams;
  const answer = new AppendResp();
  if ('revision' in outcome) {
    const position = new AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    return answer.setSuccess(success);
  }
  const wrong = new AppendResp.WrongExpectedVersion();
  if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.actual));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'exists') wrong.setExpectedStreamExists(new shared.Empty());
  else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return answer.setWrongExpectedVersion(wrong);
}

function eventIn(request: Request): ProposedEvent | CallError {
  const message = request.getProposedMessage();
  if (!message) return createHandlerExceptionError();
  for (const name of ['type', 'content-type'] as const)
    if (!message.getMetadataMap().has(name)) return createMissingPropertyError(name);
  return parseProposedEvent(message) ?? createHandlerExceptionError();
}

/** Reads the messages after the first. */
async function eventsIn(
  requests: AsyncIterator<Request>,
  maxAppendSize: number,
): Promise<ProposedEvent[] | CallError> {
  const events: ProposedEvent[] = [];
  let bytes = 0;
  for (let next = await requests.next(); !next.done; next = await requests.next()) {
    const event = eventIn(next.value);
    if ('code' in event) return event;
    // Trap: EventStoreDB counts neither metadata nor the type.
    bytes += event.data.length;
    if (bytes > maxAppendSize) return createAppendSizeError(maxAppendSize);
    events.push(event);
  }
  return events;
}

export type ClassicAppendHandlerOptions = {
  call: ClassicAppendCall;
  /** Maximum total bytes of data in one append. */
  maxAppendSize: number;
  /** Returns the error for a caller who may not write to the stream. */
  refused: (stream: string) => CallError | undefined;
  write: WriteAppend;
};

async function answerTo({
  call,
  maxAppendSize,
  refused,
  write,
}: ClassicAppendHandlerOptions): Promise<Response | CallError> {
  const requests: AsyncIterator<Request> = call[Symbol.asyncIterator]();
  const first = await requests.next();
  const target = first.done ? undefined : parseAppendTarget(first.value);
  if (!target) return createHandlerExceptionError();
  const { stream, expected } = target;
  const denial = refused(stream);
  if (denial) return denial;
  const events = await eventsIn(requests, maxAppendSize);
  if ('code' in events) return events;
  const outcome = await write(stream, expected, events);
  if (typeof outcome === 'string' || 'leader' in outcome) return createRefusedWriteError(stream, outcome);
  return answerOf(outcome, expected);
}

export function answerClassicAppend(
  append: ClassicAppendHandlerOptions,
  answer: sendUnaryData<Response>,
): void {
  answerTo(append).then(
    given => ('code' in given ? answer(given) : answer(null, given)),
    // The connection broke, so no caller is left to answer.
    () => undefined,
  );
}
