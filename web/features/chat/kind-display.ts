/** Colour and text per kind of conversation. Why: the conversations of one case must not be confused. */
import { conversationId } from '#events/chat/conversation.ts';
import { type ConversationKind, firstCaseConversationKind } from '#events/chat/kinds.ts';
import type { Position } from '#events/person/position.ts';
import type { Tone } from '#web/ui/theme.ts';

export const conversationTones: Record<ConversationKind, Tone> = {
  service: 'info',
  case: 'brand',
  internal: 'warn',
  production: 'violet',
};

/**
 * Key of a kind in the dictionaries (`chat:kind`). The manufacturer's conversation is called "laboratory".
 */
export const conversationKindKey = (
  kind: ConversationKind,
  position: Position,
): ConversationKind | 'laboratory' =>
  kind === 'production' && position === 'VendorAdmin' ? 'laboratory' : kind;

/** Id of the conversation in which a position discusses a case; undefined if it has none. */
export function caseConversationId(position: Position, caseId: string): string | undefined {
  const kind = firstCaseConversationKind(position);
  return kind && conversationId({ kind, id: caseId });
}
