/** The loaded messages of one conversation: reads pages, applies pushes, and fetches messages that were not pushed. */
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ChatDeps, MessageHistoryRequest } from './chat-ports.ts';
import {
  applyMessages,
  extendMessages,
  firstSeq,
  hasLaterMessages,
  lastSeq,
  type MessageWindow,
  replaceMessages,
} from './message-window.ts';
import { type ThreadLifetime, threadRetryMs } from './thread-lifetime.ts';
import type { ThreadStore } from './thread-state.ts';

/** Messages per page of history. */
const pageSize = 50;
/** Grace period before a missing message is fetched, ms. */
const gapMs = 500;

type HistoryRange = Omit<MessageHistoryRequest, 'size'>;

type World = ThreadStore &
  Pick<ThreadLifetime, 'later'> & {
    /** Called with the messages after each change. */
    shown: (window: MessageWindow) => void;
  };

/** Keeps pushes that arrive during a read, and applies them to its page: the page may be older than the push. */
function createPushBuffer() {
  let reads = 0;
  let meanwhile: ChatMessage[] = [];
  return {
    add(items: readonly ChatMessage[]): void {
      if (reads > 0) meanwhile.push(...items);
    },
    applyTo(next: MessageWindow): MessageWindow {
      const window = applyMessages(next, meanwhile);
      if (reads === 0) meanwhile = [];
      return window;
    },
    async during<T>(read: () => Promise<T>): Promise<T> {
      reads += 1;
      try {
        return await read();
      } finally {
        reads -= 1;
      }
    },
  };
}

export function createThreadHistory(id: string, history: ChatDeps['history'], world: World) {
  const pushes = createPushBuffer();
  let filling = false;
  const windowNow = () => world.get().window;

  const show = (next: MessageWindow) => {
    const window = pushes.applyTo(next);
    world.set({ window });
    world.shown(window);
    if (window.following && hasLaterMessages(window)) world.later(gapMs, () => void fill());
  };
  const read = (asked: HistoryRange) =>
    pushes.during(async () => {
      const page = await history(id, { ...asked, size: pageSize });
      if (page === null) world.set({ standing: 'gone' });
      return page;
    });

  /** Fetches the messages between the loaded range and the newest, if they were not pushed. */
  async function fill(): Promise<void> {
    const { window, standing } = world.get();
    if (filling || standing !== 'ready' || !window.following || !hasLaterMessages(window)) return;
    filling = true;
    try {
      const page = await read({ after: lastSeq(window) });
      filling = false;
      if (page) show(extendMessages(windowNow(), page.items, page.count));
    } catch {
      filling = false;
      world.later(threadRetryMs, () => void fill());
    }
  }
  /** Replaces the loaded messages by one page, by default the newest. Retries until an answer arrives. */
  async function replace(asked: HistoryRange = {}): Promise<void> {
    try {
      const page = await read(asked);
      if (!page) return;
      world.set({ standing: 'ready' });
      show(replaceMessages(windowNow(), page.items, page.count));
    } catch {
      if (world.get().standing === 'loading') world.set({ standing: 'failed' });
      world.later(threadRetryMs, () => void replace(asked));
    }
  }
  return {
    show,
    showAlso(items: readonly ChatMessage[]): void {
      pushes.add(items);
      show(applyMessages(windowNow(), items));
    },
    replace,
    /** Reads the page at the reader's position again. */
    readAgain: () => replace(rangeToReadAgain(windowNow())),
    /** Extends the loaded messages by one page. */
    async extend(direction: 'earlier' | 'later'): Promise<void> {
      const { window, reading, standing } = world.get();
      if (reading !== null || standing !== 'ready') return;
      world.set({ reading: direction });
      try {
        const page = await read(
          direction === 'earlier' ? { before: firstSeq(window) } : { after: lastSeq(window) },
        );
        if (page) show(extendMessages(windowNow(), page.items, page.count));
      } catch {
        // After a failed read, the next scroll tries again.
      } finally {
        world.set({ reading: null });
      }
    },
  };
}

/** The newest page for a reader who follows the newest messages, otherwise the page at the reader's position. */
const rangeToReadAgain = (window: MessageWindow): HistoryRange =>
  window.following || window.messages.length === 0 ? {} : { after: firstSeq(window) - 1 };
