/** Reads the audit for a viewer, newest first. Entries outside the viewer's reach look like no entries. */
import type { AuditFacts } from '#events/audit/details.ts';
import type { AuditedType, AuditKind } from '#events/audit/kinds.ts';
import type { Organisation } from '#events/person/organisation.ts';
import type { Viewer } from '#events/person/position.ts';
import type { PersonRef } from '../caseList/item.ts';
import { organisationNow, personNow, servingOrganisationNow } from '../people/row.ts';
import type { PresentCtx } from '../present.ts';
import type { ViewRowReads } from '../row-access.ts';
import type { AuditRow } from './row.ts';
import { type AuditRowFilter, type AuditScope, auditRoom, auditScopesForViewer } from './scopes.ts';

export type AuditEntry = {
  id: string;
  at: string;
  kind: AuditKind;
  type: AuditedType;
  by: PersonRef;
  people: PersonRef[];
  caseId: string | null;
  facts: AuditFacts;
  /** The person whom a look or an export asked for, if in reach of the viewer. */
  sought: PersonRef | null;
  /** The organisation of the facts, if in reach of the viewer. */
  organisation: Pick<Organisation, 'orgId' | 'name' | 'names'> | null;
};

/** An entry with the place of its sealed part, which the route opens. */
export type AuditEntryWithSeal = { entry: AuditEntry; sealed: AuditRow['sealed'] };

export type AuditQuery = AuditRowFilter & {
  /** An organisation in the viewer's reach. Default: all of them. */
  orgId?: string;
  /** ISO times; `to` is exclusive. */
  from?: string;
  to?: string;
  /** Key of the last entry of the page before. */
  before?: string;
  size: number;
};

type AuditPage = {
  found: AuditEntryWithSeal[];
  /** Key for the next page; null at the end. A page may have fewer entries than asked for, or none. */
  next: string | null;
};

export type AuditReads = {
  auditPage(ctx: PresentCtx, asked: AuditQuery): AuditPage;
  auditEntry(ctx: PresentCtx, id: string): AuditEntryWithSeal | undefined;
  /** Newest sign-ins of the viewer, failed ones included, in the viewer's present organisation. */
  ownSignIns(ctx: PresentCtx, size: number): AuditEntryWithSeal[];
};

/** Most entries that one page looks through, because filters without an index are compared one by one. */
const SEARCHED_MOST = 3000;

/** Kinds of entries that a person sees of the own account, and how many entries are searched for them. */
const ownKinds: readonly AuditKind[] = ['signIn', 'failure', 'factor', 'freeze'];
const OWN_SEARCHED = 200;

type Kept = { id: string; row: AuditRow };

const fits = (row: AuditRow, { personId, caseId, kind }: AuditRowFilter): boolean =>
  (personId === undefined || row.by === personId || row.people.includes(personId)) &&
  (caseId === undefined || row.caseId === caseId) &&
  (kind === undefined || row.kind === kind);

type Own = ViewRowReads<never>;

const isReached = (own: Own, viewer: Viewer, orgId: string) =>
  orgId === viewer.orgId || servingOrganisationNow(own, orgId) === viewer.orgId;

const scopesFor = (own: Own, viewer: Viewer) =>
  auditScopesForViewer(viewer, servingOrganisationNow(own, viewer.orgId));

/** Scopes of a question: the viewer's, or one organisation in reach. */
function scopesAsked(own: Own, viewer: Viewer, orgId: string | undefined): AuditScope[] {
  const scopes = scopesFor(own, viewer);
  if (orgId === undefined) return scopes;
  const isInReach = scopes.some(
    scope => scope === `own:${orgId}` || (scope.startsWith('reach:') && isReached(own, viewer, orgId)),
  );
  return isInReach ? [`own:${orgId}`] : [];
}

function organisationFor(own: Own, viewer: Viewer, id: string | undefined): AuditEntry['organisation'] {
  const found = id !== undefined && isReached(own, viewer, id) ? organisationNow(own, id) : undefined;
  return found ? { orgId: found.orgId, name: found.name, names: found.names } : null;
}

function entryOf(own: Own, { id, row }: Kept, { viewer, person }: PresentCtx): AuditEntryWithSeal {
  const { at, kind, type, caseId, facts, sealed } = row;
  const people = row.people.filter(one => one !== row.by).map(one => person(one));
  const sought = facts.filter?.personId ? personNow(own, facts.filter.personId) : undefined;
  const isNamed = sought !== undefined && isReached(own, viewer, sought.orgId);
  const about = {
    ...{ people, caseId, sought: isNamed ? person(sought.id) : null },
    organisation: organisationFor(own, viewer, facts.orgId),
  };
  return { entry: { id, at, kind, type, by: person(row.by), ...about, facts }, sealed };
}

type Span = { scopes: readonly AuditScope[]; asked: AuditQuery; before?: string | undefined; limit: number };

/** Entries of the scopes before a key, newest first, at most `limit`. */
function spanOf(own: Own, { scopes, asked, before, limit }: Span): Kept[] {
  const found = scopes.flatMap(scope =>
    own.idsBetween({
      ...{ list: 'audit', room: auditRoom(scope, asked), sort: 'at', descending: true, limit },
      ...(asked.from !== undefined && { after: asked.from }),
      ...(before !== undefined && { before }),
    }),
  );
  const rows = [...new Set(found)].flatMap((id): Kept[] => {
    const row = own.find<AuditRow>('audit', id)?.row;
    return row ? [{ id, row }] : [];
  });
  return rows.sort((a, b) => (a.row.key < b.row.key ? 1 : -1)).slice(0, limit);
}

function pageOf(own: Own, ctx: PresentCtx, asked: AuditQuery): AuditPage {
  const scopes = scopesAsked(own, ctx.viewer, asked.orgId);
  const found: AuditEntryWithSeal[] = [];
  let before = [asked.before, asked.to].filter(key => key !== undefined).sort()[0];
  for (let searched = 0; searched < SEARCHED_MOST; ) {
    const some = spanOf(own, { scopes, asked, before, limit: asked.size + 1 });
    for (const kept of some) {
      if (found.length === asked.size) return { found, next: before ?? null };
      if (fits(kept.row, asked)) found.push(entryOf(own, kept, ctx));
      before = kept.row.key;
    }
    searched += some.length;
    if (some.length <= asked.size) return { found, next: null };
  }
  return { found, next: before ?? null };
}

export const createAuditReads = (own: Own): AuditReads => ({
  auditPage: (ctx, asked) => pageOf(own, ctx, asked),
  ownSignIns: (ctx, size) => {
    const { id: personId, orgId } = ctx.viewer;
    const span: Span = { scopes: [`own:${orgId}`], asked: { personId, size }, limit: OWN_SEARCHED };
    return spanOf(own, span)
      .filter(({ row }) => ownKinds.includes(row.kind) && fits(row, { personId }))
      .slice(0, size)
      .map(kept => entryOf(own, kept, ctx));
  },
  auditEntry: (ctx, id) => {
    const row = own.find<AuditRow>('audit', id)?.row;
    const scopes = scopesFor(own, ctx.viewer);
    return row?.scopes.some(scope => scopes.includes(scope)) ? entryOf(own, { id, row }, ctx) : undefined;
  },
});
