/** Title and avatar of a conversation for each reader. */

import type { TFunction } from 'i18next';
import { serviceConversationId } from '#events/chat/conversation.ts';
import { askingPositions, conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import type { Position } from '#events/person/position.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { CurrentUser } from '#web/lib/queries.ts';
import type { Tone } from '#web/ui/theme.ts';
import { conversationKindKey, conversationTones } from './kind-display.ts';

export type ChatUser = Pick<CurrentUser, 'id' | 'position' | 'serves'>;

export type ConversationTitle = {
  /** Name of the conversation partner, or the subject. */
  name: string;
  /** Position of the person in the avatar. */
  position: Position;
  tone: Tone;
  caseId: string | null;
  patient: string;
  /** Name for the avatar's initials: never the patient's, because the patient does not take part. */
  drawn: string;
};

const tones: Partial<Record<Position, Tone>> = {
  Doctor: 'brand',
  Assistant: 'brand',
  Designer: 'brand',
  Technician: 'violet',
  Specialist: 'violet',
  SuperMechanic: 'info',
  Service: 'info',
};
export const positionTone = (position: string): Tone => tones[position as Position] ?? 'neutral';

/** @param t with the namespace chat */
export function conversationTitle(c: Conversation, me: ChatUser, t: TFunction): ConversationTitle {
  const { owner, caseId, patientName: patient } = c;
  const { desk, of } = conversationKinds[c.kind];
  if (!desk) {
    const words = conversationKindKey(c.kind, me.position);
    const [name, drawn] = [t(`chat:kind.${words}.title`), t(`chat:kind.${words}.mark`)];
    return { name, position: 'Service', tone: conversationTones[c.kind], caseId, patient, drawn };
  }
  if (isDeskPosition(me.position)) {
    const { name, position } = owner;
    return { name, position, tone: positionTone(position), caseId, patient, drawn: name };
  }
  const drawn = c.holder?.name ?? t('chat:desk.short');
  const ofDesk = { position: 'Service', tone: positionTone('Service'), patient: '', drawn } as const;
  if (of === 'doctor') {
    const name = owner.id === me.id ? t('chat:service') : t('chat:serviceOf', { name: owner.name });
    return { ...ofDesk, name, caseId: null };
  }
  return { ...ofDesk, name: patient || t('chat:aCase'), caseId };
}

/** Label of the text field: doctors write to the desk about a case, the desk writes to a doctor. */
export function composerLabel(c: Conversation, me: ChatUser, t: TFunction): string {
  const { name, caseId } = conversationTitle(c, me, t);
  if (!conversationKinds[c.kind].desk)
    return t(`chat:kind.${conversationKindKey(c.kind, me.position)}.write`, { caseId });
  if (isDeskPosition(me.position) || caseId === null) return t('chat:writeTo', { name });
  return t(askingPositions.includes(me.position) ? 'chat:askDesk' : 'chat:writeAbout', { caseId });
}

/** The technical-service conversations of a person, even before the first message; none for desk staff. */
export function ownServiceConversationIds({ id, position, serves }: ChatUser): string[] {
  if (!askingPositions.includes(position)) return [];
  return (position === 'Assistant' ? serves : [id]).map(serviceConversationId);
}
