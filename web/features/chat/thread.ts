/**
 * One conversation on a page: reads it, follows it, catches up after each reconnect, and sends messages.
 * Handles duplicate, late and lost messages. Side effects only through ports.
 */
import { type NamedPerson, withPersonRenamed } from '#events/person/person-renaming.ts';
import type { ChatReadMark } from '#projections/chat/item.ts';
import type { ChatDeps, ChatPushPayloads } from './chat-ports.ts';
import { emptyMessageWindow } from './message-window.ts';
import type { WrittenMessage } from './outbox.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { createReadMarkSender } from './own-read-marks.ts';
import { mergeMarks } from './read-receipts.ts';
import { createThreadConnection } from './thread-connection.ts';
import { createThreadHistory } from './thread-history.ts';
import { createThreadLifetime, type ThreadLifetime } from './thread-lifetime.ts';
import { initialThreadState, type ThreadState, type ThreadStore } from './thread-state.ts';
import { createTypingPeople, createTypingSignal } from './typing-people.ts';

export type ThreadController = ReturnType<typeof createThread>;

/** @param changedTo called after each change; never after `end` */
export function createThread(id: string, port: ChatDeps, changedTo: (state: ThreadState) => void) {
  const { line, clock } = port;
  const lifetime = createThreadLifetime(port.after);
  const store = createThreadStore(lifetime, changedTo);
  const parts = assembleParts(id, port, { ...store, ...lifetime });
  const { connection, history, marks, sending } = parts;
  const typing = createTypingSignal(clock, () => line.type(id));
  const stops = followPushes(id, line, store, parts);
  return {
    get: store.get,
    /** Starts reading and following the conversation. */
    start(): void {
      sending.restore();
      if (line.connected()) connection.open();
      else void history.replace();
    },
    send(draft: WrittenMessage, client = port.newId()): string {
      typing.reset();
      return sending.add(draft, client, new Date(clock.now()).toISOString());
    },
    change: sending.change,
    retry: sending.retry,
    discard: sending.discard,
    load: history.extend,
    jumpTo: (seq: number) => history.replace({ around: seq }),
    toNewest: () => history.replace(),
    /** Applies marks from the conversation's row; newer pushed marks stay. */
    layMarks: (told: readonly ChatReadMark[]) => layMarks(store, told),
    rename: (person: NamedPerson) => store.set(withPersonRenamed(store.get(), person)),
    sayRead: (seq: number) => marks.say({ read: seq }),
    sayTyping(): void {
      if (connection.isOpen()) typing.say();
    },
    end(): void {
      if (connection.isOpen()) {
        marks.tellNow();
        line.leave(id);
      }
      for (const stop of stops) stop();
      lifetime.end();
    },
  };
}

function createThreadStore(
  { isEnded }: ThreadLifetime,
  changedTo: (state: ThreadState) => void,
): ThreadStore {
  let state = initialThreadState;
  return {
    get: () => state,
    set(change) {
      if (isEnded()) return;
      state = { ...state, ...change };
      changedTo(state);
    },
  };
}

type Parts = ReturnType<typeof assembleParts>;

/** The parts of a thread. Each one calls the others only later, through its ports. */
function assembleParts(id: string, port: ChatDeps, world: ThreadStore & ThreadLifetime) {
  const { get, set, later } = world;
  const isOpen = () => connection.isOpen();
  const history = createThreadHistory(id, port.history, {
    get,
    set,
    later,
    shown: window => {
      sending.shown(window);
      if (window.count > marks.get().got) marks.say({ got: window.count });
    },
  });
  const marks = createReadMarkSender({ later, isOpen, tell: upTo => port.line.read(id, upTo) });
  const sending = createOutboxSender(id, port, {
    later,
    isOpen,
    set: pending => set({ pending }),
    window: () => get().window,
    /** An own message was stored but has not been pushed to this page. */
    stored: seq => {
      const { window } = get();
      if (seq > window.count) history.show({ ...window, count: seq });
    },
  });
  const connection = createThreadConnection(id, port.line, {
    ...world,
    refused: () => set({ standing: 'gone' }),
    opened: async ({ here, items }) => {
      set({ here });
      // Null: too much was missed, or nothing was loaded.
      if (items === null) await history.readAgain();
      else history.showAlso(items);
      marks.sayAgain();
      sending.go();
    },
  });
  return {
    history,
    marks,
    sending,
    connection,
    writers: createTypingPeople({ later, set: typing => set({ typing }) }),
  };
}

/** Applies pushes and follows the connection. @returns functions that stop it */
function followPushes(
  id: string,
  line: ChatDeps['line'],
  store: ThreadStore,
  { connection, history, sending, writers }: Parts,
): (() => void)[] {
  const heard: { [P in keyof ChatPushPayloads]: (message: ChatPushPayloads[P]) => void } = {
    chat: message => {
      connection.reached(message);
      for (const { by } of message.items) writers.end(by.id);
      history.showAlso(message.items);
    },
    'chat:marks': message => layMarks(store, message.marks),
    'chat:here': ({ people }) => store.set({ here: people }),
    'chat:typing': ({ person }) => writers.sign(person),
    'chat:gone': () => {
      connection.lost();
      writers.endAll();
      store.set({ standing: 'gone', window: emptyMessageWindow, here: [] });
    },
  };
  const hear = <P extends keyof ChatPushPayloads>(push: P) =>
    line.on(push, message => {
      if (message.conversation === id) heard[push](message);
    });
  return [
    ...(Object.keys(heard) as (keyof ChatPushPayloads)[]).map(hear),
    line.onChange(() => {
      connection.lost();
      sending.broke();
      if (line.connected()) connection.open();
      else writers.endAll();
    }),
  ];
}

function layMarks({ get, set }: ThreadStore, told: readonly ChatReadMark[]): void {
  const { marks } = get();
  const known = mergeMarks(marks, told);
  if (known !== marks) set({ marks: known });
}
