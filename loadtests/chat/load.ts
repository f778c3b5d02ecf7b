/** Simulates many pages in one process: opens them, lets them write in turn, and counts received messages. */
import { performance } from 'node:perf_hooks';
import {
  BUCKETS_PER_MS,
  type LoadCommand,
  type LoadResults,
  type MessageLoad,
  type PageGroup,
  type PageSession,
} from './job.ts';
import { openSimulatedPage, type ReceivedMessage, type SimulatedPage } from './page.ts';
import { createDeliveryChecker, type DeliveryChecker, type DeliveryFaults } from './room.ts';

/** Maximum number of pages that connect at the same time. */
const AT_ONCE = 100;
/** Milliseconds until every message must have been received. */
const PATIENCE_MS = 60_000;
const STEP = 7919;
const sentence =
  '您好，13 的附件在第 12 步之前粘吗？患者下周三复诊，请提前确认一下。Please check the IPR as well.';

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

const nothing = (): LoadResults => ({
  said: 0,
  refused: 0,
  heard: 0,
  lost: 0,
  doubled: 0,
  disordered: 0,
  times: {},
  open: 0,
  openedAt: 0,
  returns: 0,
  caughtUp: 0,
  readAnew: 0,
});

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the commands share its counters
export function createChatLoad() {
  const rooms = new Map<string, DeliveryChecker>();
  const groups: SimulatedPage[][] = [];
  const stalled: SimulatedPage[] = [];
  const due = new Map<string, { at: number; by: SimulatedPage }>();
  const saying: Promise<void>[] = [];
  const faults: DeliveryFaults = { doubled: 0, disordered: 0 };
  let told = nothing();
  let heardTheir = () => {};

  const roomOf = (id: string): DeliveryChecker => {
    const known = rooms.get(id) ?? createDeliveryChecker(faults);
    rooms.set(id, known);
    return known;
  };
  const callbacks = {
    heard(page: SimulatedPage, { client }: ReceivedMessage, given: boolean) {
      told.heard += 1;
      if (given) told.caughtUp += 1;
      const said = due.get(client);
      if (!said || said.by === page) return;
      const at = Math.floor((performance.now() - said.at) * BUCKETS_PER_MS);
      told.times[at] = (told.times[at] ?? 0) + 1;
    },
    stored: (conversation: string, { seq, id }: { seq: number; id: string }) =>
      roomOf(conversation).stored(seq, id),
    refused: () => {
      told.refused += 1;
    },
    opened(_page: SimulatedPage, again: boolean) {
      told.openedAt = Date.now();
      if (again) told.returns += 1;
      heardTheir();
    },
    missedTooMuch: () => {
      told.readAnew += 1;
    },
  };
  const openAll = async (
    url: string,
    seats: readonly PageSession[],
    open = (seat: PageSession) => openSimulatedPage(url, seat, roomOf, callbacks),
  ) => {
    const pages: SimulatedPage[] = [];
    for (const seat of seats) {
      pages.push(open(seat));
      while (pages.filter(page => !page.isOpen).length >= AT_ONCE) await nextOpened();
    }
    while (pages.some(page => !page.isOpen)) await nextOpened();
    return pages;
  };
  const nextOpened = () =>
    new Promise<void>(resolve => {
      heardTheir = resolve;
    });

  /** Writes at a steady rate, independent of answers: each message is due at its own time. */
  const say = async ({ perSecond, seconds, length, groups: named, untimed = false }: MessageLoad) => {
    const speaking = (named ?? [...groups.keys()]).flatMap(n => groups[n] ?? []);
    const text =
      length === undefined ? sentence : sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
    const start = performance.now();
    const total = Math.round(perSecond * seconds);
    for (let n = 0; n < total; ) {
      const at = start + (n * 1000) / perSecond;
      if (at > performance.now()) {
        await wait(1);
        continue;
      }
      // A prime step, so that pages of one conversation do not write one after another.
      const page = speaking[(n * STEP) % speaking.length];
      const room = page?.seat.rooms[Math.floor(n / speaking.length) % page.seat.rooms.length];
      n += 1;
      if (!page || room === undefined) continue;
      const client = crypto.randomUUID();
      if (!untimed) due.set(client, { at, by: page });
      told.said += 1;
      page.say(room, client, `${n} ${text}`.slice(0, 5000));
    }
  };
  const isSettled = () =>
    groups.flat().every(page => page.isOpen && page.unsent() === 0) &&
    [...rooms.values()].every(room => room.isComplete());
  const settle = async () => {
    await Promise.all(saying.splice(0));
    const end = performance.now() + PATIENCE_MS;
    while (!isSettled() && performance.now() < end) await wait(50);
    const unheard = [...rooms.values()].reduce((sum, room) => sum + room.lost(), 0);
    const unsent = groups.flat().reduce((sum, page) => sum + page.unsent(), 0);
    return { ...told, ...faults, lost: unheard + unsent };
  };
  const start: {
    [D in LoadCommand['do']]: (command: Extract<LoadCommand, { do: D }>) => Promise<LoadResults>;
  } = {
    open: async ({ url, groups: asked }) => {
      const pages = await openAll(
        url,
        asked.flatMap((group: PageGroup) => group.seats),
      );
      for (const { seats } of asked) groups.push(pages.splice(0, seats.length));
      return told;
    },
    say: async command => {
      saying.push(say(command));
      return told;
    },
    look: async () => told,
    settle: async () => {
      const all = await settle();
      due.clear();
      Object.assign(faults, { doubled: 0, disordered: 0 });
      told = nothing();
      return all;
    },
    stall: async ({ url, seats }) => {
      const ignoring = { ...callbacks, heard: () => undefined, stored: () => undefined };
      const none = () => createDeliveryChecker({ doubled: 0, disordered: 0 });
      stalled.push(...(await openAll(url, seats, seat => openSimulatedPage(url, seat, none, ignoring))));
      for (const page of stalled) page.stall();
      return told;
    },
    end: async () => {
      for (const page of [...groups.flat(), ...stalled]) page.close();
      return told;
    },
  };
  return async (command: LoadCommand): Promise<LoadResults> => {
    // Cast: TypeScript cannot relate the handler to the command's type.
    const answer = await (start[command.do] as (command: LoadCommand) => Promise<LoadResults>)(command);
    return { ...answer, open: groups.flat().filter(page => page.isOpen).length };
  };
}
