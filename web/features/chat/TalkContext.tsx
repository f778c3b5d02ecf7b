/** What every part of an open conversation knows: who reads it, who is who in it, and what can be done in it. */
import { createContext, useContext } from 'react';
import type { TermLang } from '#events/term/term.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { ChatMessage, Conversation } from '#projections/chat/item.ts';
import type { Who } from './titles.ts';

export type TalkPlace = {
  of: Conversation;
  me: Who;
  /** What a person of it is called; an id that nobody knows is itself. */
  nameOf: (id: string) => string;
  /** The case that it is of, as far as this person sees it. */
  view: CaseView | undefined;
  /** The language in which the doctor's side reads. */
  readerLang: TermLang;
  /** Goes to a message, wherever in the conversation it stands. */
  onGoTo: (seq: number) => void;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onRemove: (message: ChatMessage) => void;
  onPause: (client: string, paused: boolean) => void;
  onRetry: (client: string) => void;
  onDiscard: (client: string) => void;
};

const Context = createContext<TalkPlace | null>(null);
export const TalkProvider = Context;

/** @throws Error outside of a conversation */
export function useTalk(): TalkPlace {
  const place = useContext(Context);
  if (place === null) throw new Error('TalkProvider is missing above this component');
  return place;
}
