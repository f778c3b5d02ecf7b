/**
 * Which node of a cluster leads, as its nodes say by gossip. Trap: the client can find it as well, but keeps for good what
 * it could not find (its appends never recover), and leaves the rejection to nobody, which ends the process.
 */
import { readFileSync } from 'node:fs';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';

/** `host:port`. */
export type Address = string;

export type Cluster = {
  addresses: Address[];
  credentials: ChannelCredentials;
  /** The same connection string, to one node. */
  to(address: Address): string;
};

export class NoLeader extends Error {
  constructor() {
    super('no node of the log says who leads');
    this.name = 'NoLeader';
  }
}

const PARTS = /^(?:esdb|kurrentdb)(\+discover)?:\/\/([^@/?#]*@)?([^/?#]+)\/?(\?.*)?$/;
const PORT = 2113;

/** @param connectionString of one node or several, or of a name that stands for several */
export function addressesIn(connectionString: string): Address[] {
  const [, , , hosts = ''] = PARTS.exec(connectionString) ?? [];
  return hosts.split(',').map(host => (/:\d+$/.test(host) ? host : `${host}:${PORT}`));
}

/** Undefined where one node is named: there is nobody to find. */
export function clusterIn(connectionString: string): Cluster | undefined {
  const [, discover, user = '', , query = ''] = PARTS.exec(connectionString) ?? [];
  const addresses = addressesIn(connectionString);
  if (!discover && addresses.length < 2) return undefined;
  const settings = new URLSearchParams(query.toLowerCase());
  const caFile = [...new URLSearchParams(query)].find(([key]) => key.toLowerCase() === 'tlscafile')?.[1];
  return {
    addresses,
    credentials:
      settings.get('tls') === 'false'
        ? credentials.createInsecure()
        : credentials.createSsl(caFile === undefined ? null : readFileSync(caFile)),
    to: address => `esdb://${user}${address}${query}`,
  };
}

/** Who leads, as one node says. @throws NoLeader, or gRPC's error */
function askNode({ credentials: secure }: Cluster, address: Address, deadline: Date): Promise<Address> {
  const client = new gossipGrpc.GossipClient(address, secure);
  return new Promise<Address>((resolve, reject) => {
    client.read(new shared.Empty(), new Metadata(), { deadline }, (error, info) => {
      if (error) return reject(error);
      const { LEADER } = gossip.MemberInfo.VNodeState;
      const leader = info.getMembersList().find(node => node.getIsAlive() && node.getState() === LEADER);
      const place = leader?.getHttpEndPoint();
      if (place) resolve(`${place.getAddress()}:${place.getPort()}`);
      else reject(new NoLeader());
    });
  }).finally(() => client.close());
}

/**
 * Asks all nodes at once, and takes the first that knows a leader.
 * @throws the certificate's error where a node's is not trusted, NoLeader otherwise
 */
export async function findLeader(cluster: Cluster, timeoutMs: number): Promise<Address> {
  const deadline = new Date(Date.now() + timeoutMs);
  const asked = cluster.addresses.map(address => askNode(cluster, address, deadline));
  return Promise.any(asked).catch((none: AggregateError) => {
    throw (
      none.errors.find(error => /certificate|altnames|self.signed/i.test(String(error))) ?? new NoLeader()
    );
  });
}
