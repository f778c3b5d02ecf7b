/** Context of an open conversation: reader, participants and actions. */
import { createContext, useContext } from 'react';
import type { TermLang } from '#events/term/term.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { ChatMessage, Conversation } from '#projections/chat/item.ts';
import type { ChatUser } from './conversation-titles.ts';

export type ConversationContextValue = {
  of: Conversation;
  me: ChatUser;
  /** Returns a participant's name; an unknown id is returned as it is. */
  nameOf: (id: string) => string;
  /** The case of the conversation, as this person may see it. */
  view: CaseView | undefined;
  /** The language of the doctor's side. */
  readerLang: TermLang;
  /** Jumps to a message anywhere in the conversation. */
  onGoTo: (seq: number) => void;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onRemove: (message: ChatMessage) => void;
  onPause: (client: string, paused: boolean) => void;
  onRetry: (client: string) => void;
  onDiscard: (client: string) => void;
};

const Context = createContext<ConversationContextValue | null>(null);
export const ConversationProvider = Context;

/** @throws Error outside a conversation */
export function useConversationContext(): ConversationContextValue {
  const place = useContext(Context);
  if (place === null) throw new Error('ConversationProvider is missing above this component');
  return place;
}
