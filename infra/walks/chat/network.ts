/**
 * Simulated connection between a page and the server. `tcp`: ordered, delayed, and cut at any moment, on one
 * side before the other. `wild`: packets are also duplicated and reordered, and requests and answers get lost
 * while the connection stays open.
 */
import type { Random } from '#events/script/random.ts';
import { SimulatedConnection } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

export type NetworkConditions = {
  kind: 'tcp' | 'wild';
  /** Maximum delay of a packet in milliseconds. */
  slow: number;
  /** Probability that a packet to the page is duplicated or reordered. */
  twice: number;
  lost: number;
};

export const calmNetwork: NetworkConditions = { kind: 'tcp', slow: 20, twice: 0, lost: 0 };

export type Route = {
  say(packet: string): void;
  /** Closes the connection: the page knows at once, the server soon after. */
  cut(): void;
  /** Breaks the connection on the server's side: its packets are lost, and the page learns of it late. */
  stall(): void;
};

type Ends = {
  connect: (conn: SimulatedConnection) => void;
  heard: (packet: string) => void;
  over: () => void;
};

/** Opens a connection to the server. `heard` and `over` are callbacks of the page. */
export function openRoute(
  {
    time,
    random,
    weather,
    id,
  }: { time: VirtualTime; random: Random; weather: () => NetworkConditions; id: string },
  { connect, heard, over }: Ends,
): Route {
  let [there, deaf] = [true, false];
  let [lastUp, lastDown] = [0, 0];
  const flying = new Set<() => void>();
  const delay = () => 1 + random.below(weather().slow);
  const isAsked = (packet: string) => /^[23]\d/.test(packet);
  /** Wild: packets under way still arrive, in any order. */
  const land = () => {
    if (weather().kind === 'wild') for (const come of [...flying].sort(() => random.next() - 0.5)) come();
    flying.clear();
  };
  const end = () => {
    if (!there) return;
    land();
    there = false;
    over();
  };
  const fly = (packet: string, at: number) => {
    const come = () => {
      if (!flying.delete(come)) return;
      if (there) heard(packet);
    };
    flying.add(come);
    time.after(at - time.now(), come);
  };
  const down = (packet: string) => {
    if (deaf || !there) return;
    const { kind, twice, lost } = weather();
    if (packet.startsWith('3') && random.chance(lost)) return;
    const wild = kind === 'wild' && !packet.startsWith('0');
    const at = time.now() + delay();
    lastDown = wild ? lastDown : Math.max(lastDown, at);
    fly(packet, wild ? at : lastDown);
    if (wild && random.chance(twice)) fly(packet, at + delay() * 3);
  };
  const conn = new SimulatedConnection(id, down, () => time.after(delay(), end));
  connect(conn);
  return {
    say: packet => {
      if (isAsked(packet) && random.chance(weather().lost)) return;
      lastUp = Math.max(lastUp, time.now() + delay());
      time.after(lastUp - time.now(), () => conn.hear(packet));
    },
    cut: () => {
      end();
      time.after(delay() * (random.chance(0.3) ? 50 : 1), () => conn.close());
    },
    stall: () => {
      deaf = true;
      if (random.chance(0.5)) conn.close();
      time.after(2000 + random.below(20_000), () => {
        conn.close();
        end();
      });
    },
  };
}
