/**
 * The changes that the reviewers of one case asked for, and whether the next version made them: the second part of the
 * report REWORK. The first part is in rework.ts. Open data only. Pure.
 */
import type { CaseEventOf } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';
import type { RequestedChange } from '../plan/change.ts';
import type { VersionListName } from '../plan/discussion-events.ts';
import type { RequestVerdict } from '../plan/requests.ts';
import type { Rework, ReworkEvent } from './rework.ts';

export type LoggedChangeRequest = Pick<Rework, 'by' | 'actorPosition' | 'clock'> & {
  position: LogPosition;
  /** Number within the case: 1, 2, … */
  request: number;
  list: VersionListName;
  version: number;
  what: RequestedChange['what'];
  /** FDI number of the tooth, or both of an IPR's contact, such as `31-32`. */
  place: string;
  /** Axis of a movement; null for IPR and attachments. */
  axis: string | null;
  withdrawn: boolean;
  /**
   * Verdict in the first version that was measured after the request; null before that. Later versions do not change
   * it.
   */
  verdict: RequestVerdict | null;
};

function placeOf(change: RequestedChange): Pick<LoggedChangeRequest, 'what' | 'place' | 'axis'> {
  const { what } = change;
  if (what === 'ipr') return { what, place: change.contact, axis: null };
  return { what, place: String(change.tooth), axis: what === 'movement' ? change.axis : null };
}

function asked(e: ReworkEvent): LoggedChangeRequest {
  const { request, list, version, change } = e.data as CaseEventOf<'ChangeRequested'>['data'];
  const { position, clock, by, actorPosition } = e;
  const head = { position, clock, by, actorPosition, request, list, version };
  return { ...head, ...placeOf(change), withdrawn: false, verdict: null };
}

function judged(all: readonly LoggedChangeRequest[], { measured }: CaseEventOf<'RequestsMeasured'>['data']) {
  const verdicts = new Map(measured.map(one => [one.request, one.verdict]));
  return all.map(one => ({ ...one, verdict: one.verdict ?? verdicts.get(one.request) ?? null }));
}

/** Folds one event. Returns the same list for all events but those of change requests. */
function followAsked(all: readonly LoggedChangeRequest[], e: ReworkEvent): readonly LoggedChangeRequest[] {
  // Cast: an event's type names its data, which TypeScript does not infer for a pick of the union.
  if (e.type === 'ChangeRequested') return [...all, asked(e)];
  if (e.type === 'RequestsMeasured') return judged(all, e.data as CaseEventOf<'RequestsMeasured'>['data']);
  if (e.type !== 'ChangeWithdrawn') return all;
  const { request } = e.data as CaseEventOf<'ChangeWithdrawn'>['data'];
  return all.map(one => (one.request === request ? { ...one, withdrawn: true } : one));
}

/** The changes asked for in all events of one case, each event once and in the order of the log. */
export const loggedChangeRequestsOf = (events: readonly ReworkEvent[]): readonly LoggedChangeRequest[] =>
  events.reduce(followAsked, []);
