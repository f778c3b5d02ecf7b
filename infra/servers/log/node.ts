/** One node of the protocol server: EventStoreDB's calls over a table, as far as its role among the nodes lets it answer them. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import {
  type handleUnaryCall,
  type Metadata,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { MOST_OF_A_RECORD } from '../../deploy/log-settings.ts';
import { type Certificate, createAccess, type Users } from './access.ts';
import { ALL } from './acl.ts';
import { type AppendCall, answerAppends } from './appends.ts';
import { gossipOf, type Member } from './gossip.ts';
import { answerRead, type ReadCall } from './reads.ts';
import { type CallError, notLeader, notReady } from './refusals.ts';
import { removals } from './removals.ts';
import { askedBy } from './requests.ts';
import type { Table } from './table.ts';
import { userCalls } from './users.ts';

/** A node's role in the cluster; `waits` while there is no leader. */
export type Standing = { role: 'leads' } | { role: 'follows'; leader: Address } | { role: 'waits' };
export type Address = { host: string; port: number };

export type NodeOptions = {
  table: Table;
  /** 0 for any free one. */
  port: number;
  maxAppendSize: number;
  writeTimeoutMs: number;
  standing: () => Standing;
  members: () => Member[];
  /** Resolves when the node may answer, at once unless it is frozen. */
  thawed: () => Promise<void>;
  lose: () => boolean;
  hushed: () => () => boolean;
  /** Without one, no TLS. */
  certificate?: Certificate;
  /** Without users, every caller has access. */
  users?: Users;
};

export type Node = {
  port: number;
  /** Cuts every connection and stops listening. */
  kill(): void;
};

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const { read: readWay, ...otherWays } = streamsGrpc.StreamsService;
const service = { ...otherWays, read: { ...readWay, responseSerialize: asBuffer } };

const MiB = 1024 * 1024;
const MOST_SENT = 17 * MiB;
/** Calls that one connection carries at once; the next one waits until one ends. */
const MOST_CALLS = 100;

const supported: handleUnaryCall<unknown, InstanceType<typeof features.SupportedMethods>> = (
  _call,
  answer,
) => {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion('0.0.0-protocol-server');
  for (const name of ['read', 'batchappend']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  answer(null, methods);
};

function goneOf(call: ServerWritableStream<unknown, unknown>): AbortSignal {
  const gone = new AbortController();
  for (const event of ['cancelled', 'close', 'error'] as const) call.on(event, () => gone.abort());
  return gone.signal;
}

function credentialsOf(certificate: Certificate | undefined): ServerCredentials {
  if (!certificate) return ServerCredentials.createInsecure();
  const { cert, key } = certificate;
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) },
  ]);
}

/** The error for a call that needs the leader, on another node; undefined on the leader. */
function elsewhere(metadata: Metadata, standing: Standing): CallError | undefined {
  if (!metadata.get('requires-leader').includes('true')) return undefined;
  if (standing.role === 'follows') return notLeader(standing.leader);
  return standing.role === 'waits' ? notReady() : undefined;
}

/** Listens on this machine alone. */
export async function startNode(options: NodeOptions): Promise<Node> {
  const { table, standing, members, thawed, lose, hushed, certificate, users, ...given } = options;
  const server = new Server({
    'grpc.max_receive_message_length': MOST_OF_A_RECORD,
    'grpc.max_send_message_length': MOST_SENT,
    'grpc.max_concurrent_streams': MOST_CALLS,
  });
  const access = createAccess(table, users);
  const read = async (call: ReadCall) => {
    const reading = { table, call, gone: goneOf(call), hushed: hushed() };
    await thawed();
    if (reading.gone.aborted) return;
    const { stream = ALL } = askedBy(call.request);
    const denied = access.refuses(call.metadata, { action: 'read', stream });
    const refused = denied ?? elsewhere(call.metadata, standing());
    if (refused) call.emit('error', refused);
    else await answerRead(reading);
  };
  const batchAppend = (call: AppendCall) => {
    const needsLeader = call.metadata.get('requires-leader').includes('true');
    const rejected = access.rejects(call.metadata);
    if (rejected?.code === status.UNAUTHENTICATED) return void call.emit('error', rejected);
    answerAppends({
      ...{ table, call, lose, thawed, ...given },
      away: stream => {
        if (access.refuses(call.metadata, { action: 'write', stream })) return 'denied';
        const { role, ...where } = standing();
        if (role === 'waits') return 'not-ready';
        return role === 'follows' && needsLeader && 'leader' in where ? notLeader(where.leader) : undefined;
      },
    });
  };
  server.addService(service, {
    read: (call: ReadCall) => void read(call),
    batchAppend,
    ...removals({ table, refuses: access.refuses }),
  });
  if (users) server.addService(usersGrpc.UsersService, userCalls(users, access.refusesAdmin));
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported });
  const gossip: handleUnaryCall<unknown, ReturnType<typeof gossipOf>> = (_call, answer) =>
    void thawed().then(() => answer(null, gossipOf(members())));
  server.addService(gossipGrpc.GossipService, { read: gossip });
  return listen(server, credentialsOf(certificate), given.port);
}

/** Trap: gRPC's own shutdown says goodbye. A killed process resets its connections, so ours are reset here. */
async function listen(server: Server, secure: ServerCredentials, port: number): Promise<Node> {
  const { injectConnection } = server.createConnectionInjector(secure);
  const sockets = new Set<Socket>();
  const listener = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The reset is the client's to handle.
    socket.on('error', () => undefined);
    injectConnection(socket);
  });
  listener.listen({ host: '127.0.0.1', port });
  await once(listener, 'listening');
  // The boundary: it listens on a port.
  const address = listener.address() as AddressInfo;
  return {
    port: address.port,
    kill: () => {
      for (const socket of sockets) socket.resetAndDestroy();
      listener.close();
      server.forceShutdown();
    },
  };
}
