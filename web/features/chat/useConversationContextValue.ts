/** The context of the conversation that a pane shows, with actions on the pane's log and text field. */
import { type RefObject, useMemo, useRef } from 'react';
import type { CaseView } from '#projections/case/view.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ConversationContextValue } from './ConversationContext.tsx';
import { readerLanguage } from './canned-answers.ts';
import type { ConversationHandle } from './chat-types.ts';
import type { ChatUser } from './conversation-titles.ts';
import type { MessageLogHandle } from './MessageLog.tsx';
import type { ComposerState } from './useComposer.ts';

type Pane = {
  me: ChatUser;
  view: CaseView | undefined;
  talk: ConversationHandle;
  composing: ComposerState;
  log: RefObject<MessageLogHandle | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Keeps its identity between renders. */
  onRemove: (message: ChatMessage) => void;
};

/**
 * Null until the conversation is loaded. Keeps its identity while conversation, case and reader stay the same, so that
 * messages do not render again at each key press.
 */
export function useConversationContextValue(pane: Pane): ConversationContextValue | null {
  const { me, view, talk, log, field, onRemove } = pane;
  const { conversation, messages } = talk;
  const latest = useRef(pane);
  latest.current = pane;
  const readerLang = conversation ? readerLanguage(messages, conversation.owner) : 'en';
  return useMemo(() => {
    if (!conversation) return null;
    const names = new Map(conversation.people.map(person => [person.id, person.name]));
    const toField = () => requestAnimationFrame(() => field.current?.focus());
    return {
      me,
      view,
      readerLang,
      of: conversation,
      nameOf: who => names.get(who) ?? who,
      onGoTo: seq => log.current?.goTo(seq),
      onReply: message => {
        latest.current.composing.reply(message);
        toField();
      },
      onEdit: message => {
        latest.current.composing.edit(message);
        toField();
      },
      onRemove,
      onPause: (client, paused) => latest.current.talk.pause(client, paused),
      onRetry: client => latest.current.talk.retry(client),
      onDiscard: client => latest.current.talk.discard(client),
    };
  }, [conversation, me, view, readerLang, log, field, onRemove]);
}
