/**
 * The way between a page and the server. `tcp`: in order, late, and cut at any moment, on one side before the other.
 * `wild`: also doubled, out of order, and with questions and answers that go lost while the line stays.
 */
import type { Random } from '#events/script/random.ts';
import { Conn } from './server.ts';
import type { Time } from './time.ts';

export type Weather = {
  kind: 'tcp' | 'wild';
  /** Milliseconds that a packet takes at most. */
  slow: number;
  /** Chances that a packet to the page comes twice or out of order, and that a question or an answer is lost. */
  twice: number;
  lost: number;
};

export const calm: Weather = { kind: 'tcp', slow: 20, twice: 0, lost: 0 };

export type Route = {
  /** Says a packet to the server. */
  say(packet: string): void;
  /** The page closes the line, or it breaks: the page knows at once, the server soon. */
  cut(): void;
  /** The line breaks on the server's side: what it says goes nowhere, and the page learns of it late. */
  stall(): void;
};

type Ends = { connect: (conn: Conn) => void; heard: (packet: string) => void; over: () => void };

/** A new line to the server. `heard` and `over` are the page's. */
export function openRoute(
  { time, random, weather, id }: { time: Time; random: Random; weather: () => Weather; id: string },
  { connect, heard, over }: Ends,
): Route {
  let [there, deaf] = [true, false];
  let [lastUp, lastDown] = [0, 0];
  const flying = new Set<() => void>();
  const delay = () => 1 + random.below(weather().slow);
  const isAsked = (packet: string) => /^[23]\d/.test(packet);
  /** Wild: what is on its way still comes, in any order. */
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
  const conn = new Conn(id, down, () => time.after(delay(), end));
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
