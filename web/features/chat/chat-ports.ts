/** Ports of a conversation: socket, history, clock, and storage of unsent messages. */
import type { ReadMarksInput } from '#events/chat/message.ts';
import type {
  ChatMessages,
  ChatOpenAnswer,
  ChatPresence,
  ChatReadMarks,
  ChatSendAnswer,
  WirePosition,
} from '#events/wire.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { chatSendPayloadOf, UnsentMessage } from './outbox.ts';

/** Payloads of the messages that the server pushes, by event. */
export type ChatPushPayloads = {
  chat: ChatMessages<ChatMessage>;
  'chat:marks': ChatReadMarks;
  'chat:here': ChatPresence;
  'chat:typing': { conversation: string; person: { id: string; name: string; position: string } };
  'chat:gone': { conversation: string };
};

export type ChatConnection = {
  connected(): boolean;
  /** Calls the listener on each connect and disconnect. */
  onChange(listener: () => void): () => void;
  on<P extends keyof ChatPushPayloads>(push: P, listener: (message: ChatPushPayloads[P]) => void): () => void;
  /** Opens a conversation. Rejects on a disconnect or a timeout. */
  open(conversation: string, after: WirePosition | undefined): Promise<ChatOpenAnswer<ChatMessage>>;
  /** Sends a message. Rejects on a disconnect or a timeout. */
  send(conversation: string, message: ReturnType<typeof chatSendPayloadOf>): Promise<ChatSendAnswer>;
  leave(conversation: string): void;
  type(conversation: string): void;
  read(conversation: string, upTo: ReadMarksInput): void;
};

export type MessageHistoryRequest = { before?: number; after?: number; around?: number; size: number };
/** Resolves with null if this person has no such conversation. Rejects if no answer arrives. */
type ReadHistory = (
  conversation: string,
  asked: MessageHistoryRequest,
) => Promise<{ items: ChatMessage[]; count: number } | null>;

export type ChatDeps = {
  line: ChatConnection;
  history: ReadHistory;
  clock: { now(): number };
  /** Returns a function that cancels the call. */
  after: (milliseconds: number, run: () => void) => () => void;
  newId: () => string;
  outbox: {
    get(conversation: string): readonly UnsentMessage[];
    set(conversation: string, pending: readonly UnsentMessage[]): void;
  };
};
