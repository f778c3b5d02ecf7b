/**
 * Opens one conversation on each connection, and keeps the log position up to which this page has its messages.
 */
import type { WirePosition } from '#events/wire.ts';
import { isNewerPosition } from '#web/lib/merge.ts';
import type { ChatDeps, ChatPushPayloads } from './chat-ports.ts';
import { type ThreadLifetime, threadRetryMs } from './thread-lifetime.ts';

type ChatAnswer = Awaited<ReturnType<ChatDeps['line']['open']>>;
type OpenedAnswer = Extract<ChatAnswer, { ok: true }>;

type World = ThreadLifetime & {
  /** Called with the server's answer, to apply what the page has missed. */
  opened: (answer: OpenedAnswer) => Promise<void>;
  /** Called if this person has no such conversation. */
  refused: () => void;
};

export function createThreadConnection(id: string, line: ChatDeps['line'], world: World) {
  let upTo: WirePosition | undefined;
  /** The server has opened the conversation on the current connection: pushes are complete from `upTo` on. */
  let isOpen = false;
  let isOpening = false;

  const retry = () => void world.later(threadRetryMs, () => void open());

  /** Opens the conversation on the current connection and catches up. */
  async function open(): Promise<void> {
    if (!line.connected() || isOpening || world.isEnded()) return;
    isOpening = true;
    const asked = upTo;
    const answer = await line.open(id, asked).catch(() => undefined);
    isOpening = false;
    if (world.isEnded()) return;
    // After a disconnect, the next connect opens the conversation.
    if (!answer) return line.connected() ? retry() : undefined;
    // A conversation that this page has just closed still counts as open for a moment: retry.
    if (!answer.ok) return answer.full ? retry() : world.refused();
    isOpen = true;
    if (upTo === asked) upTo = answer.position;
    await world.opened(answer);
  }
  return {
    isOpen: () => isOpen,
    open: () => void open(),
    /** The connection or the conversation is gone: pushes are incomplete until it is opened again. */
    lost(): void {
      isOpen = false;
    },
    /** Records the position of a push. */
    reached({ position }: ChatPushPayloads['chat']): void {
      if (isOpen && isNewerPosition(position, upTo)) upTo = position;
    },
  };
}
