/** Colour and words of each kind of conversation. Why: one of a case's conversations must not be mistaken for another. */
import { conversationId } from '#events/chat/conversation.ts';
import { type ConversationKind, firstCaseKind } from '#events/chat/kinds.ts';
import type { Position } from '#events/person/position.ts';
import type { Tone } from '#web/ui/theme.ts';

export const kindTones: Record<ConversationKind, Tone> = {
  service: 'info',
  case: 'brand',
  internal: 'warn',
  production: 'violet',
};

/** The words of a kind in the dictionaries (`chat:kind`). The manufacturer's thread is with the laboratory. */
export const kindWords = (kind: ConversationKind, position: Position): ConversationKind | 'laboratory' =>
  kind === 'production' && position === 'VendorAdmin' ? 'laboratory' : kind;

/** The conversation in which a person of a position talks about a case; undefined for a position without one. */
export function caseTalk(position: Position, caseId: string): string | undefined {
  const kind = firstCaseKind(position);
  return kind && conversationId({ kind, id: caseId });
}
