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

export const faultlessNetwork: NetworkConditions = { kind: 'tcp', slow: 20, twice: 0, lost: 0 };

export type SimulatedLink = {
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
export function openSimulatedLink(
  {
    time,
    random,
    weather,
    id,
  }: { time: VirtualTime; random: Random; weather: () => NetworkConditions; id: string },
  { connect, heard, over }: Ends,
): SimulatedLink {
  let [isOpen, isStalled] = [true, false];
  let [lastUp, lastDown] = [0, 0];
  const inFlight = new Set<() => void>();
  const delay = () => 1 + random.below(weather().slow);
  const isAsked = (packet: string) => /^[23]\d/.test(packet);
  /** Wild: packets under way still arrive, in any order. */
  const deliverInFlight = () => {
    if (weather().kind === 'wild')
      for (const arrive of [...inFlight].sort(() => random.next() - 0.5)) arrive();
    inFlight.clear();
  };
  const end = () => {
    if (!isOpen) return;
    deliverInFlight();
    isOpen = false;
    over();
  };
  const deliverAt = (packet: string, at: number) => {
    const arrive = () => {
      if (!inFlight.delete(arrive)) return;
      if (isOpen) heard(packet);
    };
    inFlight.add(arrive);
    time.after(at - time.now(), arrive);
  };
  const down = (packet: string) => {
    if (isStalled || !isOpen) return;
    const { kind, twice, lost } = weather();
    if (packet.startsWith('3') && random.chance(lost)) return;
    const wild = kind === 'wild' && !packet.startsWith('0');
    const at = time.now() + delay();
    lastDown = wild ? lastDown : Math.max(lastDown, at);
    deliverAt(packet, wild ? at : lastDown);
    if (wild && random.chance(twice)) deliverAt(packet, at + delay() * 3);
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
      isStalled = true;
      if (random.chance(0.5)) conn.close();
      time.after(2000 + random.below(20_000), () => {
        conn.close();
        end();
      });
    },
  };
}
