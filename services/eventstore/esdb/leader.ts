/**
 * Finds a cluster's leader through the nodes' gossip. Trap: the client can search too, but after a failed
 * search its appends never recover, and it leaves an unhandled rejection, which ends the process.
 */
import { existsSync, readFileSync } from 'node:fs';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';
import { tlsFaultIn } from './tls-faults.ts';

/** Address of a node: `host:port`. */
export type NodeAddress = string;

export type EsdbCluster = {
  addresses: NodeAddress[];
  credentials: ChannelCredentials;
  /** Returns the same connection string for a single node. */
  to(address: NodeAddress): string;
};

export class NoLeaderError extends Error {
  constructor() {
    super('no node of the log reports a leader');
    this.name = 'NoLeaderError';
  }
}

/** Parses a connection string like the client. A password may contain characters that end a host. */
const PARTS = /^(esdb|kurrentdb)(\+discover)?:\/\/([^:]+:[^@]+@)?([^/?#]+)\/?(\?.*)?$/;
const PORT = 2113;

function partsOf(connectionString: string) {
  const parts = PARTS.exec(connectionString.trim().replace(/\/+$/, ''));
  if (!parts)
    throw new Error('EVENT_STORE is not well formed. Example: esdb://user:password@host:2113?tls=true.');
  const [, scheme = '', discover = '', user = '', hosts = '', query = ''] = parts;
  return { scheme: scheme + discover, discover: discover !== '', user, hosts, query };
}

/** @param connectionString names one node, several, or a name for several */
export const addressesInConnectionString = (connectionString: string): NodeAddress[] =>
  partsOf(connectionString)
    .hosts.split(',')
    .map(host => (/:\d+$/.test(host) ? host : `${host}:${PORT}`));

type Setting = { name: string; value: string };

/** Setting names in the client's normal form: `tls_ca_file` is `tlscafile`. */
const settingsIn = (query: string): Setting[] =>
  query
    .slice(1)
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const [key = '', ...value] = pair.split('=');
      return { name: key.toLowerCase().replace(/[_-]/g, ''), value: decodeURIComponent(value.join('=')) };
    });

const KEEP_ALIVE = 'keepaliveinterval';
/** The client's default keep-alive interval, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;
/** A keep-alive interval of practically never, used if keep-alives are disabled. */
const HARDLY_MS = 86_400_000;

/**
 * Changes a connection string so that it gets a connection of its own. Trap: gRPC shares a connection between all
 * channels of a process with the same address and settings, so a setting must differ.
 * @param n number of the connection, from 1
 */
export function connectionStringForOwnConnection(connectionString: string, n: number): string {
  const { scheme, user, hosts, query } = partsOf(connectionString);
  const settings = settingsIn(query);
  const configured = Number(settings.find(({ name }) => name === KEEP_ALIVE)?.value ?? KEEP_ALIVE_MS);
  const others = settings.filter(({ name }) => name !== KEEP_ALIVE);
  const all = [...others, { name: KEEP_ALIVE, value: String((configured < 0 ? HARDLY_MS : configured) + n) }];
  const pairs = all.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return `${scheme}://${user}${hosts}?${pairs.join('&')}`;
}

function credentialsBy(query: string): ChannelCredentials {
  const settings = new Map(settingsIn(query).map(({ name, value }) => [name, value]));
  if (settings.get('tls') === 'false') return credentials.createInsecure();
  const bytesOf = (setting: string) => {
    const file = settings.get(setting);
    if (file === undefined) return null;
    if (!existsSync(file)) throw new Error('Failed to load certificate file. File was not found.');
    return readFileSync(file);
  };
  return credentials.createSsl(bytesOf('tlscafile'), bytesOf('userkeyfile'), bytesOf('usercertfile'));
}

/**
 * Returns the addresses and credentials of the servers in a connection string.
 * @throws Error with a sentence for the operator
 */
export function serversInConnectionString(connectionString: string): EsdbCluster {
  const { user, query } = partsOf(connectionString);
  return {
    addresses: addressesInConnectionString(connectionString),
    credentials: credentialsBy(query),
    to: address => `esdb://${user}${address}${query}`,
  };
}

/**
 * Returns the servers among which the leader is to be found; undefined for a single node, which needs no search.
 * @throws Error with a sentence for the operator
 */
export function clusterInConnectionString(connectionString: string): EsdbCluster | undefined {
  const { discover } = partsOf(connectionString);
  if (!discover && addressesInConnectionString(connectionString).length < 2) return undefined;
  return serversInConnectionString(connectionString);
}

export type EsdbUser = { name: string; password: string };

/** The user in a connection string, if any. */
export function userInConnectionString(connectionString: string): EsdbUser | undefined {
  const { user } = partsOf(connectionString);
  const [name = '', password = ''] = user.replace(/@$/, '').split(':').map(decodeURIComponent);
  return name === '' ? undefined : { name, password };
}

/** Returns a connection string for the same servers with another user. */
export function connectionStringForUser(connectionString: string, { name, password }: EsdbUser): string {
  const { scheme, hosts, query } = partsOf(connectionString);
  return `${scheme}://${encodeURIComponent(name)}:${encodeURIComponent(password)}@${hosts}${query}`;
}

/** Asks one node for the leader. @throws NoLeaderError, or gRPC's error */
function askNode(
  { credentials: secure }: EsdbCluster,
  address: NodeAddress,
  deadline: Date,
): Promise<NodeAddress> {
  const client = new gossipGrpc.GossipClient(address, secure);
  return new Promise<NodeAddress>((resolve, reject) => {
    client.read(new shared.Empty(), new Metadata(), { deadline }, (error, info) => {
      if (error) return reject(error);
      const { LEADER } = gossip.MemberInfo.VNodeState;
      const leader = info.getMembersList().find(node => node.getIsAlive() && node.getState() === LEADER);
      const place = leader?.getHttpEndPoint();
      if (place) resolve(`${place.getAddress()}:${place.getPort()}`);
      else reject(new NoLeaderError());
    });
  }).finally(() => client.close());
}

/**
 * Asks all nodes in parallel and returns the first leader named.
 * @throws the TLS error if every node fails with one, otherwise NoLeaderError
 */
export async function findLeader(cluster: EsdbCluster, timeoutMs: number): Promise<NodeAddress> {
  const deadline = new Date(Date.now() + timeoutMs);
  const answers = cluster.addresses.map(address => askNode(cluster, address, deadline));
  return Promise.any(answers).catch((none: AggregateError) => {
    // A TLS error of one node may be that node's own misconfiguration.
    throw none.errors.every(tlsFaultIn) ? none.errors[0] : new NoLeaderError();
  });
}
