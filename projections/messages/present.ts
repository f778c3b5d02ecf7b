/** Presents a stored message to its recipient. This is the only way out. */
import { seesCase } from '#events/case/permissions.ts';
import { isPatientNameMaskedIn } from '#events/chat/conversation.ts';
import { toWirePosition } from '#events/wire.ts';
import { hideTextsFromAnalyst } from '../analyst-filter.ts';
import type { CaseListRow } from '../caseList/row.ts';
import { contextInCase, maskName, type PresentCtx } from '../present.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import type { InboxItem, MessageItem } from './item.ts';
import { type InboxRow, isRead, type MessageRow } from './rows.ts';
import { timeReadUpTo, unreadIds } from './unread.ts';

/** Joins the names of an assigned person, an owner and a colleague; all other facts pass unchanged. */
function named(facts: MessageRow['facts'], ctx: PresentCtx): MessageRow['facts'] {
  const { assigneeId, ownerId, personId } = facts;
  return {
    ...facts,
    ...(typeof assigneeId === 'string' && { assignee: ctx.person(assigneeId).name }),
    ...(typeof ownerId === 'string' && { owner: ctx.person(ownerId).name }),
    ...(typeof personId === 'string' && { colleague: ctx.person(personId).name }),
  };
}

/** Presents a message; undefined for other viewers. The case's list row decides whether the patient's name is shown. */
export function presentInboxMessage(
  { id, row, position }: FoundRow<MessageRow>,
  ctx: PresentCtx,
  rows: RowReads,
): MessageItem | undefined {
  const { personId, caseId } = row;
  if (personId !== ctx.viewer.id) return undefined;
  const of = caseId === null ? undefined : rows.find<CaseListRow>('caseList', caseId)?.row;
  const seen = of && seesCase(ctx.viewer, of) ? of : undefined;
  const name = seen?.patientName ?? '';
  const masked =
    ctx.hidden || (row.said !== null && isPatientNameMaskedIn(row.said.conversation, ctx.viewer.position));
  return hideTextsFromAnalyst(ctx, {
    id,
    kind: row.kind,
    topic: row.topic,
    type: row.type,
    at: row.at,
    by: (seen ? contextInCase(seen, ctx) : ctx).person(row.by, row.at),
    caseId,
    said: row.said,
    patientName: masked ? maskName(name) : name,
    to: row.to,
    facts: named(row.facts, ctx),
    read: isRead(row, timeReadUpTo(rows, personId)),
    position: toWirePosition(ctx.logId, position),
  });
}

/** Presents a person's own inbox; undefined for other viewers. */
export function presentInbox(
  { row }: FoundRow<InboxRow>,
  ctx: PresentCtx,
  rows: RowReads,
): InboxItem | undefined {
  if (row.personId !== ctx.viewer.id) return undefined;
  return { upTo: row.upTo, unread: unreadIds(rows, row.personId).length };
}
