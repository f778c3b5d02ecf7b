/**
 * One conversation as a page holds it: read, followed, caught up with after each break of the line, and spoken into.
 * Everything that can come twice, late or not at all is settled here; what it needs of the world is a port.
 */
import { type Named, withPersonRenamed } from '#events/person/person-renaming.ts';
import type { WirePosition } from '#events/wire.ts';
import type { ChatMark, ChatMessage } from '#projections/chat/item.ts';
import { isNewer } from '#web/lib/merge.ts';
import { furthest } from './marks.ts';
import type { Draft, Pending } from './outbox.ts';
import { createOwnMarks } from './own-marks.ts';
import type { ChatPort, ChatPushes, HistoryAsked } from './port.ts';
import { createSending } from './sending.ts';
import { emptyWindow, extend, firstSeq, hasLater, lastSeq, lay, replace, type Window } from './window.ts';
import { createWriters, type Writer } from './writers.ts';

export type ThreadState = {
  standing: 'loading' | 'ready' | 'gone' | 'failed';
  window: Window;
  pending: readonly Pending[];
  here: ChatPushes['chat:here']['people'];
  marks: readonly ChatMark[];
  typing: readonly Writer[];
  /** Where history is being read. */
  reading: 'earlier' | 'later' | null;
};

export const firstState: ThreadState = {
  standing: 'loading',
  window: emptyWindow,
  pending: [],
  here: [],
  marks: [],
  typing: [],
  reading: null,
};

/** Messages of a page of history. */
const pageSize = 50;
/** How often a sign of writing is given. */
const typingApartMs = 3000;
/** How long what is missing may still come by itself. */
const gapMs = 500;
/** After how long what could not be read, or has not come by itself, is asked for again. */
const againMs = 2000;

export type Thread = ReturnType<typeof createThread>;

export function createThread(id: string, port: ChatPort, changedTo: (state: ThreadState) => void) {
  const { line, clock, after } = port;
  let state = firstState;
  let upTo: WirePosition | undefined;
  /** The line that there is now has answered: what comes by it is complete from `upTo` on. */
  let opened = false;
  let opening = false;
  let ended = false;
  let filling = false;
  /** Pages of history that are on their way, and what was heard meanwhile: a page may be older than that. */
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
  const show = (next: Window) => {
    const window = lay(next, meanwhile);
    if (reads === 0) meanwhile = [];
    set({ window });
    sending.shown(window);
    if (window.count > marks.get().got) marks.say({ got: window.count });
    if (window.following && hasLater(window)) later(gapMs, () => void fill());
  };
  const read = async (asked: HistoryAsked) => {
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
    show(lay(state.window, items));
  };

  /** What stands between the run and the newest, where it has not come by itself. */
  async function fill(): Promise<void> {
    const { window, standing } = state;
    if (filling || standing !== 'ready' || !window.following || !hasLater(window)) return;
    filling = true;
    try {
      const page = await read({ after: lastSeq(window), size: pageSize });
      filling = false;
      if (page) show(extend(state.window, page.items, page.count));
    } catch {
      filling = false;
      later(againMs, () => void fill());
    }
  }
  /** The newest page, in place of what is held. */
  async function readNewest(asked: HistoryAsked = { size: pageSize }): Promise<void> {
    try {
      const page = await read(asked);
      if (!page) return;
      set({ standing: 'ready' });
      show(replace(state.window, page.items, page.count));
    } catch {
      if (state.standing === 'loading') set({ standing: 'failed' });
      later(againMs, () => void readNewest(asked));
    }
  }
  /** Hears the conversation by the line that there is, and catches up with what was missed. */
  async function open(): Promise<void> {
    if (!line.connected() || opening || ended) return;
    opening = true;
    const asked = upTo;
    const answer = await line.open(id, asked).catch(() => undefined);
    opening = false;
    if (ended) return;
    if (!answer) return void (line.connected() ? later(againMs, () => void open()) : undefined);
    // One that this page has left is open there for a moment yet.
    if (!answer.ok && answer.full) return void later(againMs, () => void open());
    if (!answer.ok) return set({ standing: 'gone' });
    opened = true;
    if (upTo === asked) upTo = answer.position;
    set({ here: answer.here });
    // Too much was missed, or nothing had been read: what is shown is read anew, where its reader stands.
    if (answer.items === null) await readNewest(shownAgain());
    else showAlso(answer.items);
    marks.sayAgain();
    sending.go();
  }
  const shownAgain = (): HistoryAsked =>
    state.window.following || state.window.messages.length === 0
      ? { size: pageSize }
      : { after: firstSeq(state.window) - 1, size: pageSize };

  const layMarks = (told: readonly ChatMark[]) => {
    const known = furthest(state.marks, told);
    if (known !== state.marks) set({ marks: known });
  };
  const marks = createOwnMarks({ later, isOpen: () => opened, tell: upToNow => line.read(id, upToNow) });
  const writers = createWriters({ later, set: typing => set({ typing }) });
  const sending = createSending(id, port, {
    later,
    isOpen: () => opened,
    set: pending => set({ pending }),
    window: () => state.window,
    /** Stored, and not yet come by itself. */
    stored: seq => {
      if (seq > state.window.count) show({ ...state.window, count: seq });
    },
  });

  const heard: { [P in keyof ChatPushes]: (message: ChatPushes[P]) => void } = {
    chat: ({ items, position }) => {
      if (opened && isNewer(position, upTo)) upTo = position;
      for (const { by } of items) writers.end(by.id);
      showAlso(items);
    },
    'chat:marks': message => layMarks(message.marks),
    'chat:here': ({ people }) => set({ here: people }),
    'chat:typing': ({ person }) => writers.sign(person),
    'chat:gone': () => {
      opened = false;
      writers.endAll();
      set({ standing: 'gone', window: emptyWindow, here: [] });
    },
  };
  const hear = <P extends keyof ChatPushes>(push: P) =>
    line.on(push, message => {
      if (message.conversation === id) heard[push](message);
    });
  const stops = [
    ...(Object.keys(heard) as (keyof ChatPushes)[]).map(hear),
    line.onChange(() => {
      opened = false;
      sending.broke();
      if (line.connected()) void open();
      else writers.endAll();
    }),
  ];

  return {
    get: () => state,
    /** Reads and follows. */
    start(): void {
      sending.restore();
      if (line.connected()) void open();
      else void readNewest();
    },
    send(draft: Draft, client = port.newId()): string {
      // Others hear no more of writing once it is said: what is written next is news again.
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
        if (page) show(extend(state.window, page.items, page.count));
      } catch {
        // Asked for again by whoever scrolls on.
      } finally {
        set({ reading: null });
      }
    },
    jumpTo: (seq: number) => readNewest({ around: seq, size: pageSize }),
    toNewest: () => readNewest(),
    /** Marks that the conversation's row tells; what was heard since stays. */
    layMarks,
    rename: (person: Named) => set(withPersonRenamed(state, person)),
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
