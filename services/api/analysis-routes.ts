/** The history of an organisation's cases: its track, its queues over time, and the cases of a moment. */

import { listCasesByWaitingTime } from '#events/analysis/cases-by-waiting-time.ts';
import { trackFileMonthAt } from '#events/analysis/months.ts';
import { countQueues, type QueueSeries } from '#events/analysis/queues.ts';
import { analystPositions, positionsSeeingReplay } from '#events/analysis/rights.ts';
import type { CaseAtMoment, TimeOrPosition, Track } from '#events/analysis/track.ts';
import type { Status } from '#events/case/status.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { parseWirePosition, toWirePosition } from '#events/wire.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { PresentCtx } from '#projections/present.ts';
import { unzipTrack } from '../analysis/track-file.ts';
import { isTrackUnusable } from '../analysis/track-follower.ts';
import type { TrackRange, TrackSight } from '../analysis/tracks.ts';
import { createMacrotaskQueue } from '../concurrency/macrotask-queue.ts';
import type { ApiContext } from '../http/context.ts';
import type { AnalysisPositionFields, CaseAtMomentItem } from './analysis-answers.ts';
import { overviewOf } from './analysis-overview.ts';
import {
  casesAtMomentQuerySchema,
  listQueueTimes,
  parseTimeOrPosition,
  queuesQuerySchema,
  trackQuerySchema,
} from './analysis-query.ts';
import { isNotModified } from './answer-formats.ts';
import { zoneOfViewer } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import { parseInstant } from './point-in-time.ts';
import { type Route, signedRoute } from './route.ts';

export type TrackDeps = Pick<ApiDeps, 'tracks' | 'models' | 'clock'>;

/** Maximum wait until the track has caught up with the rows, in ms. */
const WAIT_MS = 2000;
const ETAG_LENGTH = 22;
const PAGE = 25;

const isoOf = (ms: number) => new Date(ms).toISOString();

/**
 * Answers from the track once it has reached the rows, which have reached the request's X-Position.
 * @throws Refusal notCaughtUp, also while a damaged month is built again
 */
export async function answerFromTrack<T>(
  { tracks, models }: TrackDeps,
  answer: () => Promise<T>,
): Promise<T & AnalysisPositionFields> {
  if (!(await tracks.reached(models.position(), WAIT_MS))) throw new Refusal('notCaughtUp');
  const at = tracks.clock();
  const position = toWirePosition(models.logId, tracks.position());
  try {
    return { position, clock: at === undefined ? null : isoOf(at), ...(await answer()) };
  } catch (error) {
    throw isTrackUnusable(error) ? new Refusal('notCaughtUp') : error;
  }
}

/** Supervisors see a case from its submission on. */
export const trackSightOf = ({ orgId, position }: Viewer): TrackSight => ({
  orgId,
  drafts: analystPositions.some(one => one === position),
});

/** Position of an answer that `answerFromTrack` made. */
export const positionOfAnswer =
  ({ models }: TrackDeps) =>
  ({ position }: AnalysisPositionFields): bigint =>
    parseWirePosition(models.logId, position) ?? 0n;

/** Sends a track, gzipped if the client accepts it. */
async function answerTrack(c: ApiContext, zipped: Uint8Array): Promise<Response> {
  c.header('Content-Type', 'application/octet-stream');
  c.header('Vary', 'Accept-Encoding', { append: true });
  const isZipped = c.req.header('accept-encoding')?.includes('gzip') === true;
  if (isZipped) c.header('Content-Encoding', 'gzip');
  return c.body(new Uint8Array(isZipped ? zipped : await unzipTrack({ zipped })), 200);
}

/** Runs a count in turns of the event loop. */
async function inTurns(
  count: Generator<void, QueueSeries[]>,
  turn: () => Promise<void>,
): Promise<QueueSeries[]> {
  for (;;) {
    const { done, value } = count.next();
    if (done) return value;
    await turn();
  }
}

/** Returns the organisation's months that a range covers; for a range outside them, the nearest month. */
function monthsWithin({ months }: TrackRange, from: number, to: number): readonly string[] {
  const [first, last] = [trackFileMonthAt(from), trackFileMonthAt(to)];
  const within = months.filter(month => month >= first && month <= last);
  if (within.length > 0) return within;
  return last < (months[0] ?? '') ? months.slice(0, 1) : months.slice(-1);
}

type Moment = { track: Track; at: TimeOrPosition };

/** Opens the track at a moment. @throws Refusal badInput, positionForeign */
export async function openTrackMoment(
  { tracks, models }: TrackDeps,
  sight: TrackSight,
  asOf?: string,
): Promise<Moment> {
  const range = await tracks.range(sight.orgId);
  if (!range) throw badField('asOf', 'before-first');
  const at = asOf === undefined ? range.last : parseTimeOrPosition(models, sight.orgId, asOf);
  if (typeof at === 'number') {
    if (at < range.first) throw badField('asOf', 'before-first');
    return { track: await tracks.track(sight, monthsWithin(range, at, at)), at };
  }
  if (at.position > tracks.position()) throw new Refusal('positionForeign');
  const track = await tracks.track(sight, range.months);
  if (track.indexAt(at) === 0) throw badField('asOf', 'before-first');
  return { track, at };
}

/** Time of a moment in ms: of a position, that of the last move up to it. */
function timeOf({ track, at }: Moment, now: number): number {
  if (typeof at === 'number') return Math.min(at, now);
  const index = track.indexAt(at);
  return track.moves(index - 1, index).times[0] ?? track.from;
}

function presentStanding({ models }: TrackDeps, ctx: PresentCtx) {
  return ({ id, status, since, person }: CaseAtMoment): CaseAtMomentItem => {
    // Cast: this view's rows are presented as items of the case list.
    const row = models.item(ctx, 'caseList', id) as CaseListItem | undefined;
    return {
      caseId: id,
      // Cast: the track holds the codes that the events hold.
      status: status as Status,
      since: isoOf(since),
      assignee: person,
      patientName: row?.patientName ?? null,
    };
  };
}

const about = { tag: 'analysis', rule: positionsSeeingReplay } as const;

const overviewRoute = (deps: TrackDeps): Route =>
  signedGet({
    ...about,
    path: '/api/analysis',
    notebook: true,
    summary: 'Up to where the history of the own organisation is known, and its limits.',
    position: positionOfAnswer(deps),
    answer: ({ viewer }) =>
      answerFromTrack(deps, async () => overviewOf(deps, await deps.tracks.range(viewer.orgId))),
  });

const trackRoute = (deps: TrackDeps): Route =>
  signedRoute({
    ...about,
    method: 'get',
    media: 'application/octet-stream',
    path: '/api/analysis/track',
    summary:
      'All moves of a month (UTC) between statuses, as bytes. The month never changes once it is over.',
    query: trackQuerySchema,
    handle: async ({ c, viewer, query }) => {
      const { month } = query();
      const { found, position } = await answerFromTrack(deps, async () => {
        const range = await deps.tracks.range(viewer.orgId);
        if (!range || month < (range.months[0] ?? '')) throw badField('month', 'before-first');
        return { found: await deps.tracks.file(trackSightOf(viewer), month) };
      });
      if (!found) throw badField('month', 'date-future');
      const etag = `"${found.file.hash.slice(0, ETAG_LENGTH)}"`;
      c.header('X-Position', position);
      c.header('ETag', etag);
      // A cached month is for the session that read it: the next person at this browser may see other cases.
      c.header('Vary', 'Cookie', { append: true });
      c.header('Cache-Control', found.isOver ? 'private, max-age=31536000, immutable' : 'private, no-cache');
      return isNotModified(c, etag) ? c.body(null, 304) : answerTrack(c, found.file.zipped);
    },
  });

const queuesRoute = (deps: TrackDeps): Route => {
  const turn = createMacrotaskQueue();
  return signedGet({
    ...about,
    path: '/api/analysis/queues',
    summary: 'How many cases waited in each queue over time, how long, and how many came and left.',
    query: queuesQuerySchema,
    position: positionOfAnswer(deps),
    answer: ({ viewer, query }) => {
      const { step = 'day', by = 'status', ...asked } = query();
      const zone = zoneOfViewer(deps.models, viewer);
      const [from, to] = [parseInstant(zone, asked.from), parseInstant(zone, asked.to)];
      const times = listQueueTimes({ from, to, step });
      return answerFromTrack(deps, async () => {
        const range = await deps.tracks.range(viewer.orgId);
        const months = range && monthsWithin(range, from, to);
        const track = months && (await deps.tracks.track(trackSightOf(viewer), months));
        const items = track ? await inTurns(countQueues(track, times, by), turn) : [];
        return { by, step, times: times.map(isoOf), items, cases: track?.caseIds.length ?? 0 };
      });
    },
  });
};

const standingRoute = (deps: TrackDeps): Route =>
  signedGet({
    ...about,
    path: '/api/analysis/cases',
    summary: 'The cases that stood at some statuses at a moment, those that waited longest first.',
    query: casesAtMomentQuerySchema,
    position: positionOfAnswer(deps),
    answer: ({ viewer, ctx, query }) => {
      const { asOf, status, page = 1, size = PAGE } = query();
      return answerFromTrack(deps, async () => {
        const moment = await openTrackMoment(deps, trackSightOf(viewer), asOf);
        const all = listCasesByWaitingTime(moment.track, moment.at, status && new Set<number>(status));
        const shown = all.slice((page - 1) * size, page * size);
        const items = shown.map(presentStanding(deps, ctx));
        const asOfTime = isoOf(timeOf(moment, deps.tracks.clock() ?? 0));
        return { items, total: all.length, page, size, asOf: asOfTime };
      });
    },
  });

export const analysisRoutes = (deps: TrackDeps): Route[] => [
  overviewRoute(deps),
  trackRoute(deps),
  queuesRoute(deps),
  standingRoute(deps),
];
