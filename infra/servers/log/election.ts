/** Elects a leader: the first node that is up, after a pause, if a majority of the nodes is up. */
import { setTimeout as rest } from 'node:timers/promises';
import type { Member } from './gossip.ts';
import type { Address, Node, Standing } from './node.ts';

export type Place = {
  id: string;
  port: number;
  /** Undefined while it is killed. */
  node: Node | undefined;
  /** Resolved as it is thawed. */
  frozen: PromiseWithResolvers<void> | undefined;
};

const isThere = ({ node, frozen }: Place) => node !== undefined && frozen === undefined;

export type Election = ReturnType<typeof createElection>;

/** @param electionMs how long there is no leader after one went */
export function createElection(places: readonly Place[], electionMs: number) {
  let leading: number | undefined;
  let term = 0;
  const most = () => places.filter(isThere).length > places.length / 2;
  const addressOf = (at: number): Address => ({ host: '127.0.0.1', port: places[at]?.port ?? 0 });
  const standingOf = (at: number): Standing => {
    if (leading === undefined) return { role: 'waits' };
    return leading === at ? { role: 'leads' } : { role: 'follows', leader: addressOf(leading) };
  };
  /** Trap: during an election gossip still calls the nodes followers, and they answer "not ready". */
  const roleOf = (at: number) => (leading === undefined && most() ? 'follows' : standingOf(at).role);
  /** @param not a node that must not be elected */
  const elect = async (not?: number) => {
    const mine = ++term;
    leading = undefined;
    if (places.length > 1) await rest(electionMs);
    if (mine !== term || !most()) return;
    const next = places.findIndex((place, at) => at !== not && isThere(place));
    leading = next < 0 ? undefined : next;
  };
  return {
    leader: () => leading,
    standingOf,
    members: (): Member[] =>
      places.map((place, at) => ({
        ...{ id: place.id, port: place.port, alive: isThere(place), role: roleOf(at) },
      })),
    begin: () => {
      leading = 0;
    },
    /** Call after a node came or went. */
    changed: async () => {
      const leader = leading === undefined ? undefined : places[leading];
      if (!leader || !isThere(leader) || !most()) await elect();
    },
    resign: () => elect(leading),
    /** Cancels an election that is under way. */
    end: () => {
      term++;
    },
  };
}
