/** The rows `audit`: one for each audited event, by the table in events/audit/kinds.ts. They hold ids only. */
import type { AuditFacts } from '#events/audit/details.ts';
import { type AuditedType, type AuditKind, auditedStreams, auditKindOf } from '#events/audit/kinds.ts';
import type { Recorded } from '#events/envelope.ts';
import { directoryStream } from '#events/person/events.ts';
import { readCaseRow } from '../case/row.ts';
import { personAtEvent, servingOrganisationAtEvent } from '../people/row.ts';
import { type FoldedView, presentToNobody, type RowReader, type Sight } from '../view.ts';
import { auditSubjectOf } from './facts.ts';
import { createAuditReads } from './reads.ts';
import { type AuditScope, auditRoom, auditScopesOf, type ServedOrganisation } from './scopes.ts';

export type AuditRow = {
  kind: AuditKind;
  type: AuditedType;
  at: string;
  by: string;
  /** Sort key: time, then place in the log, so that entries of one millisecond have an order. */
  key: string;
  /** People whom the entry is about; the acting person only if it is about that person too. */
  people: readonly string[];
  caseId: string | null;
  facts: AuditFacts;
  scopes: readonly AuditScope[];
  /** Place of the event, if it has a sealed part that readers may see. */
  sealed: { stream: string; id: string } | null;
};

const POSITION_DIGITS = 20;

/** Time and place in the log. A text of ISO times sorts before every key of the same millisecond. */
const keyOf = ({ at, position }: Recorded) => `${at}|${String(position).padStart(POSITION_DIGITS, '0')}`;

/** Organisations of the people and of the case, as of the event. */
function organisationsOf(event: Recorded, read: RowReader): ServedOrganisation[] {
  const { people, caseId, orgIds } = auditSubjectOf(event);
  const state = caseId === null ? undefined : readCaseRow(read, caseId);
  const ids = [
    ...[event.by, ...people].map(id => personAtEvent(read, id)?.orgId),
    ...orgIds,
    ...[state?.orgId, state?.servedBy],
  ];
  return [...new Set(ids)].flatMap(id =>
    id ? [{ orgId: id, servedBy: servingOrganisationAtEvent(read, id) ?? id }] : [],
  );
}

function fold(event: Recorded, read: RowReader): AuditRow | null {
  const audited = auditKindOf(event.type);
  if (!audited) return null;
  const { people, caseId, facts } = auditSubjectOf(event);
  const organisations = organisationsOf(event, read);
  const isUnknown = audited.kind === 'failure' && people.length === 0;
  return {
    ...audited,
    ...{ at: event.at, by: event.by, key: keyOf(event), people, caseId, facts },
    scopes: isUnknown ? ['unknown'] : auditScopesOf(organisations),
    sealed: audited.type === 'SignInsFailed' ? { stream: event.stream, id: event.id } : null,
  };
}

function sights({ scopes, kind, by, people, caseId, key }: AuditRow): Sight[] {
  const facets = [
    {},
    { kind },
    ...[...new Set([by, ...people])].map(personId => ({ personId })),
    ...(caseId === null ? [] : [{ caseId }]),
  ];
  return scopes.flatMap(scope =>
    facets.map(facet => ({
      list: 'audit',
      room: auditRoom(scope, facet),
      group: kind,
      sort: { at: key },
    })),
  );
}

/** Folds last, because an entry belongs to the organisations as they are after the event. */
export const auditView = {
  name: 'audit',
  version: 2,
  keep: 0,
  fresh: () => true,
  once: true,
  follows: auditedStreams.map(name => (name === directoryStream ? name : `${name}-`)),
  keys: event => (auditKindOf(event.type) ? [`${event.stream}:${event.revision}`] : []),
  fold: (_row, event, read) => fold(event, read),
  lists: { audit: ['at'] },
  sights,
  impersonal: true,
  // Only a route reads the audit, because reading it is recorded. No socket carries these rows.
  present: presentToNobody,
  reads: createAuditReads,
} satisfies FoldedView<AuditRow, never>;
