/**
 * Calls without the official client, which hides details of requests and answers. All calls share one
 * connection.
 */
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, Metadata } from '@grpc/grpc-js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';

const addressOf = (port: number | undefined) => `127.0.0.1:${port}`;
const insecure = credentials.createInsecure();
const identifierOf = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
const newId = () => new shared.UUID().setString(crypto.randomUUID());

/** Resolves when the node has received everything sent before this call. */
export function waitUntilReceived(port: number | undefined): Promise<unknown> {
  const stub = new featuresGrpc.ServerFeaturesClient(addressOf(port), insecure);
  const answered = new Promise(resolve => stub.getSupportedMethods(new shared.Empty(), resolve));
  return answered.finally(() => stub.close());
}

type Message = InstanceType<typeof streams.AppendReq.ProposedMessage>;
type Appended = { stream: string; change?: (message: Message) => void; deadline?: Date };

/** Sends one event with the older append call. @throws gRPC's error */
export function sendClassicAppend(
  port: number | undefined,
  { stream, change, deadline }: Appended,
): Promise<unknown> {
  const stub = new streamsGrpc.StreamsClient(addressOf(port), insecure);
  const options = new streams.AppendReq.Options().setStreamIdentifier(identifierOf(stream));
  options.setAny(new shared.Empty());
  const message = new streams.AppendReq.ProposedMessage();
  message.setId(newId()).setData(Buffer.from('{"n":-1}'));
  message.getMetadataMap().set('type', 'noted').set('content-type', 'application/json');
  change?.(message);
  const answered = new Promise((resolve, reject) => {
    const call = stub.append(new Metadata(), { deadline }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    );
    call.write(new streams.AppendReq().setOptions(options));
    call.write(new streams.AppendReq().setProposedMessage(message));
    call.end();
  });
  return answered.finally(() => stub.close());
}

/** Sends one event with the batch append call. @returns the type name of the error, or `success` */
export function sendBatchAppend(
  port: number | undefined,
  { stream, deadline }: { stream: string; deadline: Date },
): Promise<string> {
  const stub = new streamsGrpc.StreamsClient(addressOf(port), insecure);
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifierOf(stream));
  options.setAny(new empties.Empty()).setDeadline(timestamps.Timestamp.fromDate(deadline));
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(newId()).setData(Buffer.from('{"n":-1}'));
  message.getMetadataMap().set('type', 'noted').set('content-type', 'application/json');
  const request = new streams.BatchAppendReq().setCorrelationId(newId()).setOptions(options);
  request.setIsFinal(true).addProposedMessages(message);
  const answered = new Promise<string>((resolve, reject) => {
    const call = stub.batchAppend();
    call.on('data', (answer: InstanceType<typeof streams.BatchAppendResp>) => {
      resolve(answer.getError()?.getDetails()?.getTypeName() ?? 'success');
      call.end();
    });
    call.on('error', reject);
    call.write(request);
  });
  return answered.finally(() => stub.close());
}
