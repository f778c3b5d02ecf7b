/**
 * Elects a leader after a pause, if a majority of nodes is up. The leader must have all events that the other
 * nodes have.
 */
import { setTimeout as rest } from 'node:timers/promises';
import type { ClusterMember } from './gossip.ts';
import type { NodeAddress, NodeRole, ProtocolNode } from './node.ts';
import type { Replica } from './replica.ts';

/**
 * How visible a stopped node is to the other nodes. `gossip`: it does not answer gossip, but its followers
 * still follow it.
 */
export type StopVisibility = 'none' | 'gossip' | 'all';

export type ClusterNodeSlot = {
  id: string;
  port: number;
  /** Undefined while the node is stopped. */
  node: ProtocolNode | undefined;
  /** Resolved when the node thaws; undefined if it is not frozen. */
  frozen: PromiseWithResolvers<void> | undefined;
  /** How much the other nodes notice of this node's absence. */
  notice: StopVisibility;
  replica: Replica;
  /** The node is up but does not replicate. */
  heldBack: boolean;
};

const isUp = ({ node, frozen }: ClusterNodeSlot) => node !== undefined && frozen === undefined;
const replicates = (place: ClusterNodeSlot) => isUp(place) && !place.heldBack;

export type Election = ReturnType<typeof createElection>;

/** @param electionMs duration of an election */
export function createElection(places: readonly ClusterNodeSlot[], electionMs: number) {
  let leading: number | undefined;
  let term = 0;
  let whenReplicated: (() => void)[] = [];
  const mostOf = (which: (place: ClusterNodeSlot) => boolean) =>
    places.filter(which).length > places.length / 2;
  const addressOf = (at: number): NodeAddress => ({ host: '127.0.0.1', port: places[at]?.port ?? 0 });
  const standingOf = (at: number): NodeRole => {
    if (leading === undefined) return { role: 'waits' };
    return leading === at ? { role: 'leads' } : { role: 'follows', leader: addressOf(leading) };
  };
  /**
   * Trap: during an election, gossip still reports the nodes as followers, although they answer "not ready".
   */
  const roleOf = (at: number) => (leading === undefined && mostOf(isUp) ? 'follows' : standingOf(at).role);
  /** Replicates missed events to all running nodes, once there is a leader. */
  const replicate = () => {
    if (leading === undefined) return;
    for (const place of places) if (replicates(place)) place.replica.catchUp();
    if (!mostOf(replicates)) return;
    for (const resolve of whenReplicated) resolve();
    whenReplicated = [];
  };
  /** Chooses the node with the longest log; then one that does not resign; then the first. */
  const best = (resigning: number | undefined): number | undefined =>
    [...places.entries()]
      .filter(([, place]) => isUp(place))
      .map(([at, { replica }]) => ({ at, last: replica.last(), resigns: at === resigning }))
      .sort((a, b) => b.last - a.last || Number(a.resigns) - Number(b.resigns) || a.at - b.at)[0]?.at;
  const elect = async (resigning?: number) => {
    const mine = ++term;
    leading = undefined;
    if (places.length > 1) await rest(electionMs);
    if (mine !== term || !mostOf(isUp)) return;
    leading = best(resigning);
    const leader = leading === undefined ? undefined : places[leading];
    if (leader) leader.heldBack = false;
    replicate();
  };
  return {
    leader: () => leading,
    standingOf,
    members: (): ClusterMember[] =>
      places.map((place, at) => ({
        id: place.id,
        port: place.port,
        role: roleOf(at),
        alive: isUp(place) || (place.node === undefined && place.notice === 'none'),
      })),
    begin: () => {
      leading = 0;
    },
    /** Resolves when a majority of the nodes replicates; undefined if a majority already does. */
    majority: (): Promise<void> | undefined =>
      mostOf(replicates) ? undefined : new Promise(resolve => whenReplicated.push(resolve)),
    /** Must be called after a node starts or stops, and after its replication stops or resumes. */
    changed: async () => {
      const leader = leading === undefined ? undefined : places[leading];
      if (leader && isUp(leader) && mostOf(isUp)) return replicate();
      await elect();
    },
    resign: () => elect(leading),
    /** Cancels a running election. */
    end: () => {
      term++;
    },
  };
}
