/** A page with a conversation open: the real thread over a line that breaks, with an outbox that outlives it. */

import type { Random } from '#events/script/random.ts';
import type { ChatOpened, ChatSent } from '#events/wire.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ChatLine, ChatPort, ChatPushes } from '#web/features/chat/chat-ports.ts';
import type { UnsentMessage } from '#web/features/chat/outbox.ts';
import { createThread, type ThreadState } from '#web/features/chat/thread.ts';
import { openRoute, type Route, type Weather } from './net.ts';
import { type Conn, uuidOf } from './server.ts';
import type { Time } from './time.ts';

export type PageWorld = {
  time: Time;
  random: Random;
  conversation: string;
  weather: () => Weather;
  /** Hands a connection to the server that there is; closed at once where there is none. */
  connect: (conn: Conn) => void;
  /** Calls the server as HTTP does: late, and at times in vain. */
  call: <T>(run: () => T | Promise<T>) => Promise<T>;
  history: (who: string, asked: Parameters<ChatPort['history']>[1]) => ReturnType<ChatPort['history']>;
};

/** How long a question waits for its answer, and how long a page waits before it connects again. */
const answerMs = 10_000;
const againMs = 3_000;

type Question = { settle: (answer: unknown) => void; fail: (why: Error) => void };

/** Who hears what is pushed, and that the line comes or breaks. */
function createListeners() {
  const heard = new Map<string, Set<(message: never) => void>>();
  const changes = new Set<() => void>();
  return {
    onChange: (listener: () => void) => {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    on: <P extends keyof ChatPushes>(push: P, listener: (message: ChatPushes[P]) => void) => {
      const all = heard.get(push) ?? new Set();
      heard.set(push, all.add(listener as (message: never) => void));
      return () => all.delete(listener as (message: never) => void);
    },
    changed: () => {
      for (const listener of [...changes]) listener();
    },
    heard: (push: string, message: unknown) => {
      for (const listener of [...(heard.get(push) ?? [])]) listener(message as never);
    },
  };
}

/** Questions to the server that have no answer yet. */
function createQuestions(time: Time) {
  let open = new Map<string, Question>();
  let asked = 0;
  return {
    /** @param say sends the question under its id */
    ask: <T>(say: (id: string) => void): Promise<T> => {
      const id = String(asked++);
      return new Promise<T>((resolve, reject) => {
        const done = () => {
          open.delete(id);
          stop();
        };
        const fail = (why: Error) => {
          done();
          reject(why);
        };
        const stop = time.after(answerMs, () => fail(new Error('no answer')));
        const settle = (answer: unknown) => {
          done();
          // The boundary: what the server answers to this question.
          resolve(answer as T);
        };
        open.set(id, { settle, fail });
        say(id);
      });
    },
    answered: (id: string, answer: unknown) => open.get(id)?.settle(answer),
    failAll: (why: string) => {
      const lost = open;
      open = new Map();
      for (const { fail } of lost.values()) fail(new Error(why));
    },
  };
}

/** The line as the page's own is: connects again by itself, and gives up questions with the line that they were asked on. */
function createLine({ time, random, weather, connect }: PageWorld, token: string) {
  const listeners = createListeners();
  const questions = createQuestions(time);
  let [up, ended, online] = [false, false, true];
  let route: Route | undefined;
  let lines = 0;

  const over = () => {
    const was = up;
    [up, route] = [false, undefined];
    questions.failAll('the line broke');
    if (was) listeners.changed();
    if (!ended && online) time.after(random.below(againMs), dial);
  };
  const heard = (packet: string) => {
    if (packet.startsWith('0')) {
      up = true;
      return listeners.changed();
    }
    if (packet.startsWith('1')) return route?.cut();
    const [, kind, id = '', json = '[]'] = /^(\d)(\d*)(.*)$/s.exec(packet) ?? [];
    const [first, second] = JSON.parse(json);
    if (kind === '3') return questions.answered(id, first);
    listeners.heard(first, second);
  };
  const dial = () => {
    if (ended || route || !online) return;
    const mine: Route = openRoute(
      { time, random, weather, id: `${token}-${lines++}` },
      {
        connect,
        heard: packet => route === mine && heard(packet),
        over: () => route === mine && over(),
      },
    );
    route = mine;
    mine.say(`0${JSON.stringify({ token })}`);
  };
  const ask = <T>(event: string, message: object): Promise<T> => {
    if (!up || !route) return Promise.reject(new Error('no line'));
    const { say } = route;
    return questions.ask(id => say(`2${id}${JSON.stringify([event, message])}`));
  };
  const say = (event: string, message: object) => {
    if (up) route?.say(`2${JSON.stringify([event, message])}`);
  };
  const line: ChatLine = {
    connected: () => up,
    onChange: listeners.onChange,
    on: listeners.on,
    open: (conversation, after) =>
      ask<ChatOpened<ChatMessage>>('chat:open', { conversation, ...(after === undefined ? {} : { after }) }),
    send: (conversation, message) => ask<ChatSent>('chat:send', { conversation, ...message }),
    leave: conversation => say('chat:leave', { conversation }),
    type: conversation => say('chat:typing', { conversation }),
    read: (conversation, upTo) => say('chat:read', { conversation, ...upTo }),
  };
  return {
    line,
    dial,
    cut: () => route?.cut(),
    stall: () => route?.stall(),
    online: (now: boolean) => {
      online = now;
      if (now) dial();
      else route?.cut();
    },
    end: () => {
      ended = true;
      route?.cut();
    },
  };
}

export type Page = ReturnType<typeof openPage>;

/** @param check looks at what is shown, each time it changes */
export function openPage(world: PageWorld, who: string, name: string, check: (state: ThreadState) => void) {
  const { time, random, conversation, call, history } = world;
  let kept = '[]';
  let skew = 0;
  let life = 0;
  const begin = () => {
    const own = createLine(world, `${who} ${name}.${life++}`);
    let dead = false;
    const port: ChatPort = {
      line: own.line,
      history: (_id, asked) => call(() => history(who, asked)),
      clock: { now: () => time.now() + skew },
      after: (milliseconds, run) => time.after(milliseconds, () => !dead && run()),
      newId: () => uuidOf(random),
      outbox: {
        // The boundary: as a browser's store gives it back.
        get: () => JSON.parse(kept) as UnsentMessage[],
        set: (_id, pending) => {
          if (!dead) kept = JSON.stringify(pending);
        },
      },
    };
    const thread = createThread(conversation, port, state => !dead && check(state));
    thread.start();
    own.dial();
    return {
      own,
      thread,
      /** The page is gone at once: nothing is said any more. */
      die: () => {
        dead = true;
        own.end();
      },
    };
  };
  let now = begin();
  return {
    who,
    name,
    thread: () => now.thread,
    shown: () => now.thread.get(),
    cut: () => now.own.cut(),
    stall: () => now.own.stall(),
    online: (is: boolean) => now.own.online(is),
    jump: (milliseconds: number) => {
      skew += milliseconds;
    },
    /** Loaded anew: what was unsent lies in the browser's store. */
    reload: () => {
      now.die();
      now = begin();
    },
    /** Left, and opened again. */
    reopen: () => {
      now.thread.end();
      now.die();
      now = begin();
    },
  };
}
