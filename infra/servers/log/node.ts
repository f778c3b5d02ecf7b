/**
 * One node of the protocol server: EventStoreDB's calls over the shared table, answered according to the
 * node's role.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { MAX_RECORD_DATA_BYTES } from '../../deploy/log-settings.ts';
import { type Certificate, createLogAccessControl, type UserAccounts } from './access.ts';
import type { EventTable, ReadableLog } from './event-table.ts';
import { type ClusterMember, encodeGossip } from './gossip.ts';
import { sendAheadInterceptor } from './send-ahead.ts';
import { createStreamService } from './stream-service.ts';
import { createUserHandlers } from './users.ts';

/** A node's role in the cluster; `waits` while there is no leader. */
export type NodeRole = { role: 'leads' } | { role: 'follows'; leader: NodeAddress } | { role: 'waits' };
export type NodeAddress = { host: string; port: number };

export type NodeOptions = {
  /** Table shared by all nodes. */
  table: EventTable;
  /** The part of the log that this node has replicated. */
  log: ReadableLog;
  /** Port; 0 for any free one. */
  port: number;
  maxAppendSize: number;
  writeTimeoutMs: number;
  standing: () => NodeRole;
  members: () => ClusterMember[];
  /** Resolves when a majority of the nodes replicates; undefined if a majority already does. */
  majority: () => Promise<void> | undefined;
  /** Resolves when the node is not frozen. */
  thawed: () => Promise<void>;
  lose: () => boolean;
  hushed: () => () => boolean;
  /** Signal that ends the current subscriptions. */
  over: () => AbortSignal;
  /** Undefined: no TLS. */
  certificate?: Certificate;
  /** Undefined: every caller has access. */
  users?: UserAccounts;
  /** Ms since 1970. */
  now?: () => number;
};

export type ProtocolNode = {
  port: number;
  /** Resets every connection and stops listening. */
  kill(): void;
  /** Stops gracefully: ends every call as cancelled, then its connection, and stops listening. */
  shutDown(): void;
};

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const { read: readWay, ...otherWays } = streamsGrpc.StreamsService;
const service = { ...otherWays, read: { ...readWay, responseSerialize: asBuffer } };

const MiB = 1024 * 1024;
const MOST_SENT = 17 * MiB;
/** Maximum concurrent calls of one connection; more calls wait. */
const MOST_CALLS = 100;
/** Maximum time in ms that a stopping node waits for its callers, which may be slow on a busy machine. */
const GOODBYE_MS = 30_000;

const supported: handleUnaryCall<unknown, InstanceType<typeof features.SupportedMethods>> = (
  _call,
  answer,
) => {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion('0.0.0-protocol-server');
  for (const name of ['read', 'append', 'batchappend', 'delete', 'tombstone']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  answer(null, methods);
};

function credentialsOf(certificate: Certificate | undefined): ServerCredentials {
  if (!certificate) return ServerCredentials.createInsecure();
  const { cert, key } = certificate;
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) },
  ]);
}

/** Starts a node that listens on this machine only. */
export async function startNode(options: NodeOptions): Promise<ProtocolNode> {
  const { table, users, members, thawed, certificate, port } = options;
  const server = new Server({
    'grpc.max_receive_message_length': MAX_RECORD_DATA_BYTES,
    'grpc.max_send_message_length': MOST_SENT,
    'grpc.max_concurrent_streams': MOST_CALLS,
    interceptors: [sendAheadInterceptor],
  });
  const access = createLogAccessControl(table, users);
  const { handlers, cancelAll } = createStreamService(options, access);
  server.addService(service, handlers);
  if (users) server.addService(usersGrpc.UsersService, createUserHandlers(users, access));
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported });
  const gossip: handleUnaryCall<unknown, ReturnType<typeof encodeGossip>> = (_call, answer) =>
    void thawed().then(() => answer(null, encodeGossip(members())));
  server.addService(gossipGrpc.GossipService, { read: gossip });
  const { stopListening, ...listening } = await listen(server, credentialsOf(certificate), port);
  const shutDown = () => {
    stopListening();
    cancelAll();
    server.tryShutdown(() => undefined);
    setTimeout(listening.kill, GOODBYE_MS).unref();
  };
  return { ...listening, shutDown };
}

/**
 * Trap: gRPC's own shutdown sends GOAWAY, but a killed process resets its connections. So `kill` resets the
 * sockets.
 */
async function listen(server: Server, secure: ServerCredentials, port: number) {
  const { injectConnection } = server.createConnectionInjector(secure);
  const sockets = new Set<Socket>();
  const listener = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The client handles the reset.
    socket.on('error', () => undefined);
    injectConnection(socket);
  });
  listener.listen({ host: '127.0.0.1', port });
  await once(listener, 'listening');
  // Cast: the listener has a port.
  const address = listener.address() as AddressInfo;
  const stopListening = () => void listener.close();
  return {
    port: address.port,
    stopListening,
    kill: () => {
      for (const socket of sockets) socket.resetAndDestroy();
      stopListening();
      server.forceShutdown();
    },
  };
}
