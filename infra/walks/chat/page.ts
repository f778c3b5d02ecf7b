/**
 * A page with an open conversation: the real thread over an unreliable connection, with an outbox that
 * survives reloads.
 */

import type { Random } from '#events/script/random.ts';
import type { ChatOpenAnswer, ChatSendAnswer } from '#events/wire.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ChatConnection, ChatDeps, ChatPushPayloads } from '#web/features/chat/chat-ports.ts';
import type { UnsentMessage } from '#web/features/chat/outbox.ts';
import { createThread } from '#web/features/chat/thread.ts';
import type { ThreadState } from '#web/features/chat/thread-state.ts';
import { type NetworkConditions, openSimulatedLink, type SimulatedLink } from './network.ts';
import { randomUuid, type SimulatedConnection } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

export type PageEnvironment = {
  time: VirtualTime;
  random: Random;
  conversation: string;
  weather: () => NetworkConditions;
  /** Passes a connection to the running server. Closes it at once if no server runs. */
  connect: (conn: SimulatedConnection) => void;
  /** Calls the server as HTTP does: delayed, and sometimes without an answer. */
  call: <T>(run: () => T | Promise<T>) => Promise<T>;
  history: (who: string, asked: Parameters<ChatDeps['history']>[1]) => ReturnType<ChatDeps['history']>;
};

/** Milliseconds until a request times out, and maximum milliseconds until a page reconnects. */
const answerMs = 10_000;
const againMs = 3_000;

type Question = { settle: (answer: unknown) => void; fail: (why: Error) => void };

/** Listeners for pushes and for changes of the connection. */
function createListeners() {
  const heard = new Map<string, Set<(message: never) => void>>();
  const changes = new Set<() => void>();
  return {
    onChange: (listener: () => void) => {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    on: <P extends keyof ChatPushPayloads>(push: P, listener: (message: ChatPushPayloads[P]) => void) => {
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

/** Requests to the server without an answer. */
function createQuestions(time: VirtualTime) {
  let open = new Map<string, Question>();
  let asked = 0;
  return {
    /** @param say sends the request with its id */
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
          // Cast: the answer of the server to this request.
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

/** The connection of a page: it reconnects automatically, and rejects open requests when it breaks. */
function createLine({ time, random, weather, connect }: PageEnvironment, token: string) {
  const listeners = createListeners();
  const questions = createQuestions(time);
  let [up, ended, online] = [false, false, true];
  let route: SimulatedLink | undefined;
  let lines = 0;

  const over = () => {
    const was = up;
    [up, route] = [false, undefined];
    questions.failAll('the connection broke');
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
    const mine: SimulatedLink = openSimulatedLink(
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
  const line: ChatConnection = {
    connected: () => up,
    onChange: listeners.onChange,
    on: listeners.on,
    open: (conversation, after) =>
      ask<ChatOpenAnswer<ChatMessage>>('chat:open', {
        conversation,
        ...(after === undefined ? {} : { after }),
      }),
    send: (conversation, message) => ask<ChatSendAnswer>('chat:send', { conversation, ...message }),
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

export type SimulatedChatPage = ReturnType<typeof openChatPage>;

/** @param check inspects the shown state after each change */
export function openChatPage(
  world: PageEnvironment,
  who: string,
  name: string,
  check: (state: ThreadState) => void,
) {
  const { time, random, conversation, call, history } = world;
  let kept = '[]';
  let skew = 0;
  let life = 0;
  const begin = () => {
    const own = createLine(world, `${who} ${name}.${life++}`);
    let dead = false;
    const port: ChatDeps = {
      line: own.line,
      history: (_id, asked) => call(() => history(who, asked)),
      clock: { now: () => time.now() + skew },
      after: (milliseconds, run) => time.after(milliseconds, () => !dead && run()),
      newId: () => randomUuid(random),
      outbox: {
        // Cast: JSON as a browser's storage returns it.
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
      /** Ends the page at once; it sends nothing any more. */
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
    /** Reloads the page: unsent messages survive in the browser's storage. */
    reload: () => {
      now.die();
      now = begin();
    },
    /** Leaves the conversation and opens it again. */
    reopen: () => {
      now.thread.end();
      now.die();
      now = begin();
    },
  };
}
