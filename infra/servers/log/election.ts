/** Elects a leader after a pause, if a majority of the nodes is up: a node that lacks no event the others have. */
import { setTimeout as rest } from 'node:timers/promises';
import type { Member } from './gossip.ts';
import type { Address, Node, Standing } from './node.ts';
import type { Replica } from './replica.ts';

/**
 * What the other nodes know of a node that is gone: nothing; that it does not answer gossip, though its followers still
 * follow it; everything.
 */
export type Notice = 'none' | 'gossip' | 'all';

export type Place = {
  id: string;
  port: number;
  /** Undefined while it is killed. */
  node: Node | undefined;
  /** Resolved as it is thawed. */
  frozen: PromiseWithResolvers<void> | undefined;
  /** Known of its absence. */
  notice: Notice;
  replica: Replica;
  /** It is up, and replicates nothing. */
  heldBack: boolean;
};

const isUp = ({ node, frozen }: Place) => node !== undefined && frozen === undefined;
const replicates = (place: Place) => isUp(place) && !place.heldBack;

export type Election = ReturnType<typeof createElection>;

/** @param electionMs how long there is no leader after one went */
export function createElection(places: readonly Place[], electionMs: number) {
  let leading: number | undefined;
  let term = 0;
  let whenReplicated: (() => void)[] = [];
  const mostOf = (which: (place: Place) => boolean) => places.filter(which).length > places.length / 2;
  const addressOf = (at: number): Address => ({ host: '127.0.0.1', port: places[at]?.port ?? 0 });
  const standingOf = (at: number): Standing => {
    if (leading === undefined) return { role: 'waits' };
    return leading === at ? { role: 'leads' } : { role: 'follows', leader: addressOf(leading) };
  };
  /** Trap: during an election gossip still calls the nodes followers, and they answer "not ready". */
  const roleOf = (at: number) => (leading === undefined && mostOf(isUp) ? 'follows' : standingOf(at).role);
  /** Nodes that are up replicate what they missed, once there is a leader to ask. */
  const replicate = () => {
    if (leading === undefined) return;
    for (const place of places) if (replicates(place)) place.replica.catchUp();
    if (!mostOf(replicates)) return;
    for (const resolve of whenReplicated) resolve();
    whenReplicated = [];
  };
  /** The fullest log wins, then a node that does not resign, then the first. */
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
    members: (): Member[] =>
      places.map((place, at) => ({
        id: place.id,
        port: place.port,
        role: roleOf(at),
        alive: isUp(place) || (place.node === undefined && place.notice === 'none'),
      })),
    begin: () => {
      leading = 0;
    },
    /** Resolves once a majority of the nodes replicates; undefined if one does now. */
    majority: (): Promise<void> | undefined =>
      mostOf(replicates) ? undefined : new Promise(resolve => whenReplicated.push(resolve)),
    /** Call after a node came or went, or its replication stopped or went on. */
    changed: async () => {
      const leader = leading === undefined ? undefined : places[leading];
      if (leader && isUp(leader) && mostOf(isUp)) return replicate();
      await elect();
    },
    resign: () => elect(leading),
    /** Cancels an election that is under way. */
    end: () => {
      term++;
    },
  };
}
