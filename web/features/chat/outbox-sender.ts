/** The outbox of one conversation: sends one message at a time until it is acknowledged or refused. */
import { errors } from '#events/errors.ts';
import type { ChatDeps } from './chat-ports.ts';
import { lastSeq, type MessageWindow } from './message-window.ts';
import {
  changeUnsentMessage,
  chatSendPayloadOf,
  createUnsentMessage,
  nextMessageToSend,
  removeUnsentMessage,
  storableMessages,
  type UnsentMessage,
  type WrittenMessage,
} from './outbox.ts';

type World = {
  later: (milliseconds: number, run: () => void) => () => void;
  /** Whether the conversation is open on the server, so that messages are accepted. */
  isOpen: () => boolean;
  set: (pending: readonly UnsentMessage[]) => void;
  window: () => MessageWindow;
  stored: (seq: number) => void;
};

/** Temporary refusals: the server is busy, or the session is being renewed. */
const passing: readonly number[] = [
  errors.busy.code,
  errors.internal.code,
  errors.notCaughtUp.code,
  errors.loginExpired.code,
  errors.sessionEnded.code,
];
const againMs = 2000;

export function createOutboxSender(
  id: string,
  { line, outbox }: Pick<ChatDeps, 'line' | 'outbox'>,
  world: World,
) {
  let pending: readonly UnsentMessage[] = [];
  let busy = false;
  let waiting: (() => void) | null = null;

  const put = (next: readonly UnsentMessage[]) => {
    if (next === pending) return;
    pending = next;
    outbox.set(id, storableMessages(pending));
    world.set(pending);
  };
  const wait = (milliseconds: number) => {
    waiting?.();
    waiting = world.later(milliseconds, () => {
      waiting = null;
      void go();
    });
  };
  const queued = (client: string) => put(changeUnsentMessage(pending, client, { state: 'queued' }));

  async function go(): Promise<void> {
    if (busy || waiting || !world.isOpen()) return;
    const next = nextMessageToSend(pending);
    if (!next) return;
    busy = true;
    const { client } = next;
    put(changeUnsentMessage(pending, client, { state: 'sending' }));
    const answer = await line.send(id, chatSendPayloadOf(next)).catch(() => undefined);
    busy = false;
    // No answer: sends the message again; its client id prevents a duplicate.
    if (!answer) {
      queued(client);
      return wait(againMs);
    }
    if (answer.ok) {
      put(changeUnsentMessage(pending, client, { state: 'stored', seq: answer.seq }));
      shown(world.window());
      world.stored(answer.seq);
    } else if (answer.retryAfter !== undefined || passing.includes(answer.code)) {
      queued(client);
      return wait(answer.retryAfter === undefined ? againMs : answer.retryAfter * 1000);
    } else
      put(
        changeUnsentMessage(pending, client, { state: 'failed', code: answer.code, issues: answer.issues }),
      );
    return go();
  }
  /** Drops stored messages that are now loaded, or that lie outside the loaded range. */
  function shown(window: MessageWindow): void {
    const isToCome = (seq: number | null) => seq !== null && seq > lastSeq(window) && window.following;
    const still = pending.filter(one => one.state !== 'stored' || isToCome(one.seq));
    if (still.length !== pending.length) put(still);
  }
  return {
    go: () => void go(),
    shown,
    /** Handles a disconnect: messages in transit are sent again after the reconnect. */
    broke(): void {
      waiting?.();
      waiting = null;
    },
    /** Restores messages that an earlier page of this browser left unsent. */
    restore(): void {
      const known = new Set(pending.map(one => one.client));
      put([...outbox.get(id).filter(one => !known.has(one.client)), ...pending]);
    },
    add(draft: WrittenMessage, client: string, at: string): string {
      put([...pending, createUnsentMessage(draft, client, at)]);
      void go();
      return client;
    },
    /** Updates the upload progress of a message's files. */
    change(client: string, change: Partial<UnsentMessage>): void {
      put(changeUnsentMessage(pending, client, change));
      void go();
    },
    retry(client: string): void {
      put(changeUnsentMessage(pending, client, { state: 'queued', code: null, issues: [] }));
      void go();
    },
    discard: (client: string) => put(removeUnsentMessage(pending, client)),
  };
}
