/** Conversations and messages as a person gets them. */

import { seesCase } from '#events/case/permissions.ts';
import { isConversationClosed } from '#events/chat/claim.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import { toWirePosition } from '#events/wire.ts';
import type { CaseListRow } from '../caseList/row.ts';
import { contextInCase, maskName, type PresentCtx } from '../present.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import type { ChatMessage, Conversation } from './item.ts';
import { conversationKindsFor, participantIds, takesPartInConversation } from './participation.ts';
import { type ChatMessageRow, type ConversationRow, chatMessageId } from './rows.ts';

/** Characters of a message shown in lists and quotes. */
const shortened = 120;

/** Returns the beginning of a text in one line. */
const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > shortened ? `${line.slice(0, shortened)}…` : line;
};

/** Names the people of a conversation as its actors: in one of a case, an assistant acts for the case's owner. */
const actorsIn = <C extends Pick<PresentCtx, 'person'>>(
  { caseId, ownerId, formerOwners }: Pick<ConversationRow, 'caseId' | 'ownerId' | 'formerOwners'>,
  ctx: C,
): C => (caseId === null ? ctx : contextInCase({ ownerId, formerOwners, caseId }, ctx));

export function patientNameOf(
  { caseId, kind }: Pick<ConversationRow, 'caseId' | 'kind'>,
  ctx: PresentCtx,
  rows: Pick<RowReads, 'find'>,
): string {
  const of = caseId === null ? undefined : rows.find<CaseListRow>('caseList', caseId)?.row;
  const name = of && seesCase(ctx.viewer, of) ? of.patientName : '';
  const masked = ctx.hidden || conversationKinds[kind].masked.includes(ctx.viewer.position);
  return masked ? maskName(name) : name;
}

function lastOf(id: string, row: ConversationRow, ctx: PresentCtx, rows: RowReads): Conversation['last'] {
  const last = rows.find<ChatMessageRow>('chatMessages', chatMessageId(id, row.last))?.row;
  if (!last) return null;
  const { by, at, text, files, deleted } = last;
  return {
    id: row.last,
    by: actorsIn(row, ctx).person(by, at),
    at,
    text: short(text),
    files: files.length,
    deleted: deleted !== null,
  };
}

/** Presents a conversation to a person; undefined for people who do not take part. */
export function presentConversation(
  { id, row, position }: FoundRow<ConversationRow>,
  ctx: PresentCtx,
  rows: RowReads,
): Conversation | undefined {
  if (!takesPartInConversation(ctx.viewer, row)) return undefined;
  const { kind, caseId, count, waitingSince, claim, marks } = row;
  const read = marks[ctx.viewer.id]?.read ?? 0;
  const mentioned = row.mentions[ctx.viewer.id] ?? 0;
  return {
    id,
    kind,
    caseId,
    count,
    waitingSince,
    kinds: conversationKindsFor(ctx.viewer, row),
    patientName: patientNameOf(row, ctx, rows),
    owner: ctx.person(row.ownerId),
    last: lastOf(id, row, ctx, rows),
    unread: count - read,
    mentioned: mentioned > read ? mentioned : null,
    holder: claim.holder === null ? null : ctx.person(claim.holder),
    closed: isConversationClosed(claim, count),
    escalated: waitingSince !== null && claim.escalated === waitingSince,
    people: participantIds(row).map(one => ctx.person(one)),
    marks: Object.entries(marks).map(([person, mark]) => ({ id: person, ...mark })),
    position: toWirePosition(ctx.logId, position),
  };
}

/** Presents a message, equally for all participants. Callers must have checked the permission. */
export function presentToParticipants(
  { id, row, position }: FoundRow<ChatMessageRow>,
  names: Pick<PresentCtx, 'person' | 'logId'>,
  rows: RowReads,
): ChatMessage {
  const of = rows.find<ConversationRow>('conversations', row.conversation)?.row;
  const ctx = of ? actorsIn(of, names) : names;
  const { conversation, seq, client, by, at, text, files, refs, mentions, editedAt, deleted } = row;
  const answered =
    row.replyTo && rows.find<ChatMessageRow>('chatMessages', chatMessageId(conversation, row.replyTo));
  return {
    id: id.slice(conversation.length + 1),
    conversation,
    seq,
    client,
    at,
    text,
    files,
    refs,
    editedAt,
    by: ctx.person(by, at),
    replyTo: answered
      ? {
          id: row.replyTo ?? '',
          seq: answered.row.seq,
          by: ctx.person(answered.row.by, answered.row.at),
          text: short(answered.row.text),
          deleted: answered.row.deleted !== null,
        }
      : null,
    mentions: mentions.map(one => names.person(one)),
    deleted: deleted && { by: ctx.person(deleted.by, deleted.at), at: deleted.at },
    position: toWirePosition(ctx.logId, position),
  };
}

/** Presents a message to a person; undefined if the person does not take part in its conversation. */
export function presentChatMessage(
  found: FoundRow<ChatMessageRow>,
  ctx: PresentCtx,
  rows: RowReads,
): ChatMessage | undefined {
  const of = rows.find<ConversationRow>('conversations', found.row.conversation);
  return of && takesPartInConversation(ctx.viewer, of.row)
    ? presentToParticipants(found, ctx, rows)
    : undefined;
}
