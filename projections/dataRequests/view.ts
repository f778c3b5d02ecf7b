/**
 * The view `dataRequests`: requests to erase a patient or to make the patient's own copy. Rows have no reason and no
 * name, so they stay after the erasure.
 */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { type PermissionFacts, seesCase } from '#events/case/permissions.ts';
import {
  type DataRequest,
  evolveDataRequest,
  lapseTimeOfRequest,
  type PatientDataCopy,
} from '#events/dataRequest/data-request.ts';
import type { DataRequestKind } from '#events/dataRequest/events.ts';
import { mayBeSecondPerson, maySeeDataRequest } from '#events/dataRequest/rights.ts';
import {
  dataRequestId,
  dataRequestStreamPrefix,
  parseDataRequestId,
  patientIdOfRequest,
} from '#events/dataRequest/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { toWirePosition } from '#events/wire.ts';
import type { PersonRef } from '../caseList/item.ts';
import type { CaseListRow } from '../caseList/row.ts';
import type { ListPage } from '../contract.ts';
import { maskName, type PresentCtx } from '../present.ts';
import { adminRequestRoom, personRequestRoom, requestRoomOf } from '../rooms.ts';
import type { FoundRow, RowReads, ViewRowReads } from '../row-access.ts';
import type { FoldedView } from '../view.ts';
import { pagingParamSchemas, type ViewRoute, type ViewRouteCall } from '../view-routes.ts';

type Act = { by: PersonRef; at: string };

/** A request as a viewer gets it, over HTTP and the socket. `dataRequestStatusOf` computes its standing at a time. */
export type DataRequestItem = {
  /** `<first case>-<number>` */
  id: string;
  kind: DataRequestKind;
  /** The patient's first case. */
  caseId: string;
  /** The patient's cases at the time of the request. */
  cases: readonly string[];
  /** Empty if this viewer does not see the case; masked while names are hidden. */
  patientName: string;
  by: PersonRef;
  at: string;
  lapsesAt: string;
  colleague: PersonRef | null;
  keptElsewhere: boolean;
  confirmed: Act | null;
  withdrawn: Act | null;
  erasedAt: string | null;
  copy: PatientDataCopy | null;
  stopped: Act | null;
  /** The viewer is the asker, who alone gets the copy. */
  mine: boolean;
  /** The viewer may confirm or decline. */
  second: boolean;
  position: string;
};

type Row = DataRequest;

function fold(row: Row | undefined, event: Recorded): Row | null {
  return evolveDataRequest(row, { ...recordOf('dataRequest', event) }) ?? null;
}

const group = (row: Row) => (row.confirmed || row.withdrawn ? 'closed' : 'open');

function present(
  { id, row, position }: FoundRow<Row>,
  ctx: PresentCtx,
  rows: RowReads,
): DataRequestItem | undefined {
  const { viewer, person } = ctx;
  const caseId = parseDataRequestId(id)?.patient ?? '';
  const found = rows.find<CaseListRow>('caseList', caseId)?.row;
  const facts: Pick<PermissionFacts, 'ownerId' | 'servedBy' | 'orgId'> = found ?? { ...row, orgId: '' };
  if (!maySeeDataRequest(viewer, row, facts)) return undefined;
  const name = found && seesCase(viewer, found) ? found.patientName : '';
  const act = (one: { by: string; at: string } | null): Act | null =>
    one && { by: person(one.by), at: one.at };
  return {
    id,
    kind: row.kind,
    caseId,
    cases: row.cases,
    patientName: ctx.hidden ? maskName(name) : name,
    by: person(row.by),
    at: row.at,
    lapsesAt: lapseTimeOfRequest(row.at),
    colleague: row.colleagueId === null ? null : person(row.colleagueId),
    keptElsewhere: row.keptElsewhere,
    confirmed: act(row.confirmed),
    withdrawn: act(row.withdrawn),
    erasedAt: row.erasedAt,
    copy: row.copy,
    stopped: act(row.stopped),
    mine: viewer.id === row.by,
    second: mayBeSecondPerson(viewer, row, facts),
    position: toWirePosition(ctx.logId, position),
  };
}

const query = z.strictObject(pagingParamSchemas);

function answer({
  own,
  ctx,
  query: asked,
}: ViewRouteCall<DataRequestItem, typeof query>): ListPage<DataRequestItem> {
  const { page = 1, size = limits.pageSize } = asked;
  const { ids, total } = own.pageOfIds({
    list: 'dataRequests',
    rooms: [requestRoomOf(ctx.viewer)],
    sort: 'askedAt',
    descending: true,
    offset: (page - 1) * size,
    limit: size,
  });
  return { items: own.items(ctx, ids), total, page, size };
}

export type DataRequestReads = {
  /** Returns a request; undefined if it is hidden from the viewer or does not exist. */
  dataRequest(ctx: PresentCtx, id: string): DataRequestItem | undefined;
};

export const dataRequestsView = {
  name: 'dataRequests',
  version: 1,
  keep: 200,
  follows: [dataRequestStreamPrefix],
  keys: event => [dataRequestId(patientIdOfRequest(event), recordOf('dataRequest', event).data.request)],
  fold,
  lists: { dataRequests: ['askedAt'] },
  sights: row => {
    const people = new Set([row.by, row.ownerId, ...(row.colleagueId === null ? [] : [row.colleagueId])]);
    return [adminRequestRoom(row.servedBy), ...[...people].map(personRequestRoom)].map(room => ({
      list: 'dataRequests',
      room,
      group: group(row),
      sort: { askedAt: row.at },
    }));
  },
  resumes: true,
  impersonal: true,
  present,
  asks: {
    path: '/api/dataRequests',
    rule: 'session',
    tag: 'dataRequests',
    summary:
      'Requests to erase a patient or to make a patient’s copy, the newest first: the own ones, and those that this person may confirm.',
    query,
    answer,
  } satisfies ViewRoute<DataRequestItem>,
  reads: (own: ViewRowReads<DataRequestItem>): DataRequestReads => ({ dataRequest: own.item }),
} satisfies FoldedView<Row, DataRequestItem>;
