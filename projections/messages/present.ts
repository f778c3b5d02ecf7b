/** The only way from a stored message to the person it is for. */
import { sees } from '#events/case/may.ts';
import { wirePosition } from '#events/wire.ts';
import type { CaseListRow } from '../caseList/row.ts';
import { maskName, type PresentCtx } from '../present.ts';
import type { MessageItem } from './item.ts';
import type { MessageRow } from './row.ts';

/** Names of people who are assigned are joined; everything else in the facts is shown as it is. */
function named(facts: MessageRow['facts'], ctx: PresentCtx): MessageRow['facts'] {
  if (typeof facts.assigneeId !== 'string') return facts;
  return { ...facts, assignee: ctx.person(facts.assigneeId).name };
}

/** `of` is the case's list row now, `upTo` the time up to which everything is read; undefined for another's message. */
export function presentMessage(
  row: MessageRow,
  from: { id: string; position: bigint; of: CaseListRow | undefined; upTo: string },
  ctx: PresentCtx,
): MessageItem | undefined {
  if (row.personId !== ctx.viewer.id) return undefined;
  const name = from.of && sees(ctx.viewer, from.of) ? from.of.patientName : '';
  return {
    id: from.id,
    kind: row.kind,
    type: row.type,
    at: row.at,
    by: ctx.person(row.by),
    caseId: row.caseId,
    patientName: ctx.hidden ? maskName(name) : name,
    to: row.to,
    facts: named(row.facts, ctx),
    read: row.read || row.at <= from.upTo,
    position: wirePosition(ctx.logId, from.position),
  };
}
