/** What a conversation needs of the world: a line to the server, history by call, a clock, and a place for what is unsent. */
import type { SeenUpTo } from '#events/chat/message.ts';
import type { ChatHere, ChatMarks, ChatMessages, ChatOpened, ChatSent, WirePosition } from '#events/wire.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { messageOf, Pending } from './outbox.ts';

/** What comes by itself. */
export type ChatPushes = {
  chat: ChatMessages<ChatMessage>;
  'chat:marks': ChatMarks;
  'chat:here': ChatHere;
  'chat:typing': { conversation: string; person: { id: string; name: string; position: string } };
  'chat:gone': { conversation: string };
};

export type ChatLine = {
  connected(): boolean;
  /** Each time there is a line again, and each time it breaks. */
  onChange(listener: () => void): () => void;
  on<P extends keyof ChatPushes>(push: P, listener: (message: ChatPushes[P]) => void): () => void;
  /** Rejects where the line breaks, or no answer comes in time. */
  open(conversation: string, after: WirePosition | undefined): Promise<ChatOpened<ChatMessage>>;
  /** As `open`. */
  send(conversation: string, message: ReturnType<typeof messageOf>): Promise<ChatSent>;
  leave(conversation: string): void;
  type(conversation: string): void;
  read(conversation: string, upTo: SeenUpTo): void;
};

export type HistoryAsked = { before?: number; after?: number; around?: number; size: number };
/** `null`: there is no such conversation for this person. Rejects where no answer comes. */
type ReadHistory = (
  conversation: string,
  asked: HistoryAsked,
) => Promise<{ items: ChatMessage[]; count: number } | null>;

export type ChatPort = {
  line: ChatLine;
  history: ReadHistory;
  clock: { now(): number };
  /** The answer takes it back. */
  after: (milliseconds: number, run: () => void) => () => void;
  newId: () => string;
  outbox: {
    get(conversation: string): readonly Pending[];
    set(conversation: string, pending: readonly Pending[]): void;
  };
};
