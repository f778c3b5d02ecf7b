/**
 * One conversation as a page holds it: read, followed, caught up with after each break of the line, and spoken into.
 * Everything that can come twice, late or not at all is settled here; what it needs of the world is a port.
 */
import type { WirePosition } from '#events/wire.ts';
import type { ChatMark, ChatMessage } from '#projections/chat/item.ts';
import { isNewer } from '#web/lib/merge.ts';
import type { Draft, Pending } from './outbox.ts';
import type { ChatPort, ChatPushes, HistoryAsked } from './port.ts';
import { createSending } from './sending.ts';
import { emptyWindow, extend, firstSeq, hasLater, lastSeq, lay, replace, type Window } from './window.ts';

type Named = ChatPushes['chat:typing']['person'];

export type ThreadState = {
  standing: 'loading' | 'ready' | 'gone' | 'failed';
  window: Window;
  pending: readonly Pending[];
  here: ChatPushes['chat:here']['people'];
  marks: readonly ChatMark[];
  typing: readonly Named[];
  /** Where history is being read. */
  reading: 'earlier' | 'later' | null;
};

export const firstState: ThreadState = {
  ...{
    standing: 'loading',
    window: emptyWindow,
    pending: [],
    here: [],
    marks: [],
    typing: [],
    reading: null,
  },
};

/** Messages of a page of history. */
export const pageSize = 50;
/** How long somebody is said to be writing after the last sign of it; how often a sign is given. */
export const typingMs = 5000;
const typingApartMs = 3000;
/** Read marks are said together. */
const marksApartMs = 500;
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
  const mine = { got: 0, read: 0, told: { got: 0, read: 0 } };
  let typedAt = Number.NEGATIVE_INFINITY;
  const writers = new Map<string, { person: Named; end: () => void }>();
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
    if (window.count > mine.got) sayMarks({ got: window.count });
    if (window.following && hasLater(window)) later(marksApartMs, () => void fill());
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
    sayMarks({}, true);
    sending.go();
  }
  const shownAgain = (): HistoryAsked =>
    state.window.following || state.window.messages.length === 0
      ? { size: pageSize }
      : { after: firstSeq(state.window) - 1, size: pageSize };

  function sayMarks(more: Partial<{ got: number; read: number }>, again = false): void {
    const due = mine.got === mine.told.got && mine.read === mine.told.read;
    mine.read = Math.max(mine.read, more.read ?? 0);
    mine.got = Math.max(mine.got, mine.read, more.got ?? 0);
    if (again && mine.got > 0) mine.told = { got: 0, read: 0 };
    if (due || again) later(marksApartMs, tellMarks);
  }
  function tellMarks(): void {
    const { got, read: upToRead, told } = mine;
    if (!opened || (got === told.got && upToRead === told.read)) return;
    mine.told = { got, read: upToRead };
    line.read(id, { got, read: upToRead });
  }
  const noMore = (personId: string) => {
    writers.get(personId)?.end();
    if (writers.delete(personId)) set({ typing: [...writers.values()].map(w => w.person) });
  };
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
      for (const { by } of items) noMore(by.id);
      showAlso(items);
    },
    'chat:marks': ({ marks }) => {
      const known = new Map(state.marks.map(mark => [mark.id, mark]));
      for (const mark of marks) known.set(mark.id, mark);
      set({ marks: [...known.values()] });
    },
    'chat:here': ({ people }) => set({ here: people }),
    'chat:typing': ({ person }) => {
      writers.get(person.id)?.end();
      writers.set(person.id, { person, end: later(typingMs, () => noMore(person.id)) });
      set({ typing: [...writers.values()].map(w => w.person) });
    },
    'chat:gone': () => {
      opened = false;
      set({ standing: 'gone', window: emptyWindow, here: [], typing: [] });
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
      else for (const personId of [...writers.keys()]) noMore(personId);
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
    layMarks(marks: readonly ChatMark[]): void {
      const known = new Map(state.marks.map(mark => [mark.id, mark]));
      const isFurther = ({ id: who, got, read: upToRead }: ChatMark) => {
        const before = known.get(who);
        return !before || before.got < got || before.read < upToRead;
      };
      const further = marks.filter(isFurther);
      if (further.length === 0) return;
      for (const mark of further) known.set(mark.id, mark);
      set({ marks: [...known.values()] });
    },
    sayRead: (seq: number) => sayMarks({ read: seq }),
    sayTyping(): void {
      if (!opened || clock.now() - typedAt < typingApartMs) return;
      typedAt = clock.now();
      line.type(id);
    },
    end(): void {
      if (opened) {
        tellMarks();
        line.leave(id);
      }
      ended = true;
      for (const stop of stops) stop();
      for (const cancel of cancels) cancel();
    },
  };
}
