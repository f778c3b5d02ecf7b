/**
 * One conversation on a page: reads it, follows it, catches up after each reconnect, and sends messages.
 * Handles duplicate, late and lost messages. Side effects only through ports.
 */
import { type NamedPerson, withPersonRenamed } from '#events/person/person-renaming.ts';
import type { WirePosition } from '#events/wire.ts';
import type { ChatMark, ChatMessage } from '#projections/chat/item.ts';
import { isNewerPosition } from '#web/lib/merge.ts';
import type { ChatPort, ChatPushPayloads, HistoryQuery } from './chat-ports.ts';
import {
  applyMessages,
  emptyMessageWindow,
  extendMessages,
  firstSeq,
  hasLaterMessages,
  lastSeq,
  type MessageWindow,
  replaceMessages,
} from './message-window.ts';
import type { MessageDraft, UnsentMessage } from './outbox.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { createReadMarkSender } from './own-read-marks.ts';
import { mergeMarks } from './read-receipts.ts';
import { createTypingPeople, type TypingPerson } from './typing-people.ts';

export type ThreadState = {
  standing: 'loading' | 'ready' | 'gone' | 'failed';
  window: MessageWindow;
  pending: readonly UnsentMessage[];
  here: ChatPushPayloads['chat:here']['people'];
  marks: readonly ChatMark[];
  typing: readonly TypingPerson[];
  /** Direction in which history is being read; null if none is. */
  reading: 'earlier' | 'later' | null;
};

export const initialThreadState: ThreadState = {
  standing: 'loading',
  window: emptyMessageWindow,
  pending: [],
  here: [],
  marks: [],
  typing: [],
  reading: null,
};

/** Messages per page of history. */
const pageSize = 50;
/** Minimum interval of typing signals, ms. */
const typingApartMs = 3000;
/** Grace period before a missing message is fetched, ms. */
const gapMs = 500;
/** Delay before a failed read or a missing message is retried, ms. */
const againMs = 2000;

export type Thread = ReturnType<typeof createThread>;

export function createThread(id: string, port: ChatPort, changedTo: (state: ThreadState) => void) {
  const { line, clock, after } = port;
  let state = initialThreadState;
  let upTo: WirePosition | undefined;
  /** The server has opened the conversation on the current connection: pushes are complete from `upTo` on. */
  let opened = false;
  let opening = false;
  let ended = false;
  let filling = false;
  /** History pages in progress, and the pushes since: a page may be older than a push. */
  let reads = 0;
  let meanwhile: ChatMessage[] = [];
  let typedAt = Number.NEGATIVE_INFINITY;
  const cancels = new Set<() => void>();

  const set = (change: Partial<ThreadState>) => {
    if (ended) return;
    state = { ...state, ...change };
    changedTo(state);
  };
  const later = (milliseconds: number, run: () => void) => {
    const stop = after(milliseconds, () => {
      cancels.delete(cancel);
      if (!ended) run();
    });
    const cancel = () => {
      cancels.delete(cancel);
      stop();
    };
    cancels.add(cancel);
    return cancel;
  };
  const show = (next: MessageWindow) => {
    const window = applyMessages(next, meanwhile);
    if (reads === 0) meanwhile = [];
    set({ window });
    sending.shown(window);
    if (window.count > marks.get().got) marks.say({ got: window.count });
    if (window.following && hasLaterMessages(window)) later(gapMs, () => void fill());
  };
  const read = async (asked: HistoryQuery) => {
    reads += 1;
    try {
      const page = await port.history(id, asked);
      if (page === null) set({ standing: 'gone' });
      return page;
    } finally {
      reads -= 1;
    }
  };
  const showAlso = (items: readonly ChatMessage[]) => {
    if (reads > 0) meanwhile.push(...items);
    show(applyMessages(state.window, items));
  };

  /** Fetches the messages between the loaded range and the newest, if they were not pushed. */
  async function fill(): Promise<void> {
    const { window, standing } = state;
    if (filling || standing !== 'ready' || !window.following || !hasLaterMessages(window)) return;
    filling = true;
    try {
      const page = await read({ after: lastSeq(window), size: pageSize });
      filling = false;
      if (page) show(extendMessages(state.window, page.items, page.count));
    } catch {
      filling = false;
      later(againMs, () => void fill());
    }
  }
  /** Replaces the loaded messages by the newest page. */
  async function readNewest(asked: HistoryQuery = { size: pageSize }): Promise<void> {
    try {
      const page = await read(asked);
      if (!page) return;
      set({ standing: 'ready' });
      show(replaceMessages(state.window, page.items, page.count));
    } catch {
      if (state.standing === 'loading') set({ standing: 'failed' });
      later(againMs, () => void readNewest(asked));
    }
  }
  /** Opens the conversation on the current connection and catches up. */
  async function open(): Promise<void> {
    if (!line.connected() || opening || ended) return;
    opening = true;
    const asked = upTo;
    const answer = await line.open(id, asked).catch(() => undefined);
    opening = false;
    if (ended) return;
    if (!answer) return void (line.connected() ? later(againMs, () => void open()) : undefined);
    // A conversation that this page has just closed still counts as open for a moment: retry.
    if (!answer.ok && answer.full) return void later(againMs, () => void open());
    if (!answer.ok) return set({ standing: 'gone' });
    opened = true;
    if (upTo === asked) upTo = answer.position;
    set({ here: answer.here });
    // Too much was missed, or nothing was loaded: reads again at the reader's position.
    if (answer.items === null) await readNewest(shownAgain());
    else showAlso(answer.items);
    marks.sayAgain();
    sending.go();
  }
  const shownAgain = (): HistoryQuery =>
    state.window.following || state.window.messages.length === 0
      ? { size: pageSize }
      : { after: firstSeq(state.window) - 1, size: pageSize };

  const layMarks = (told: readonly ChatMark[]) => {
    const known = mergeMarks(state.marks, told);
    if (known !== state.marks) set({ marks: known });
  };
  const marks = createReadMarkSender({
    later,
    isOpen: () => opened,
    tell: upToNow => line.read(id, upToNow),
  });
  const writers = createTypingPeople({ later, set: typing => set({ typing }) });
  const sending = createOutboxSender(id, port, {
    later,
    isOpen: () => opened,
    set: pending => set({ pending }),
    window: () => state.window,
    /** An own message was stored but has not been pushed to this page. */
    stored: seq => {
      if (seq > state.window.count) show({ ...state.window, count: seq });
    },
  });

  const heard: { [P in keyof ChatPushPayloads]: (message: ChatPushPayloads[P]) => void } = {
    chat: ({ items, position }) => {
      if (opened && isNewerPosition(position, upTo)) upTo = position;
      for (const { by } of items) writers.end(by.id);
      showAlso(items);
    },
    'chat:marks': message => layMarks(message.marks),
    'chat:here': ({ people }) => set({ here: people }),
    'chat:typing': ({ person }) => writers.sign(person),
    'chat:gone': () => {
      opened = false;
      writers.endAll();
      set({ standing: 'gone', window: emptyMessageWindow, here: [] });
    },
  };
  const hear = <P extends keyof ChatPushPayloads>(push: P) =>
    line.on(push, message => {
      if (message.conversation === id) heard[push](message);
    });
  const stops = [
    ...(Object.keys(heard) as (keyof ChatPushPayloads)[]).map(hear),
    line.onChange(() => {
      opened = false;
      sending.broke();
      if (line.connected()) void open();
      else writers.endAll();
    }),
  ];

  return {
    get: () => state,
    /** Starts reading and following the conversation. */
    start(): void {
      sending.restore();
      if (line.connected()) void open();
      else void readNewest();
    },
    send(draft: MessageDraft, client = port.newId()): string {
      // Resets the typing interval: typing after a sent message is signalled at once.
      typedAt = Number.NEGATIVE_INFINITY;
      return sending.add(draft, client, new Date(clock.now()).toISOString());
    },
    change: sending.change,
    retry: sending.retry,
    discard: sending.discard,
    async load(which: 'earlier' | 'later'): Promise<void> {
      if (state.reading !== null || state.standing !== 'ready') return;
      set({ reading: which });
      const { window } = state;
      const asked = which === 'earlier' ? { before: firstSeq(window) } : { after: lastSeq(window) };
      try {
        const page = await read({ ...asked, size: pageSize });
        if (page) show(extendMessages(state.window, page.items, page.count));
      } catch {
        // After a failed read, the next scroll tries again.
      } finally {
        set({ reading: null });
      }
    },
    jumpTo: (seq: number) => readNewest({ around: seq, size: pageSize }),
    toNewest: () => readNewest(),
    /** Applies marks from the conversation's row; newer pushed marks stay. */
    layMarks,
    rename: (person: NamedPerson) => set(withPersonRenamed(state, person)),
    sayRead: (seq: number) => marks.say({ read: seq }),
    sayTyping(): void {
      if (!opened || clock.now() - typedAt < typingApartMs) return;
      typedAt = clock.now();
      line.type(id);
    },
    end(): void {
      if (opened) {
        marks.tellNow();
        line.leave(id);
      }
      ended = true;
      for (const stop of stops) stop();
      for (const cancel of cancels) cancel();
    },
  };
}
