/** The log as analysts read it, in pages of both directions. */
import { caseIdOfEvent } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import { toWirePosition } from '#events/wire.ts';
import type { FindPseudonym } from '../analysis/tables.ts';
import type { LogActor, LogItem, LogPage } from './analysis-log-answers.ts';
import type { ApiDeps } from './deps.ts';
import { readServedEvents, type ServedEventFilter, type ServedRange } from './served-events.ts';

export type AnalysisLogDeps = Pick<ApiDeps, 'models' | 'sealedLog'>;

/** The reader: the serving organisation, its time zone, and its pseudonyms. */
export type LogViewer = { orgId: string; zone: string; pseudonym: FindPseudonym };

/** Maximum number of events that one page reads, so that a filter with few matches does not delay the answer. */
const READ_MOST = 1024;

/** Returns a person as the analysts' log shows them: pseudonym and position. */
export const logActorOf = (
  { models }: Pick<AnalysisLogDeps, 'models'>,
  { pseudonym }: LogViewer,
  id: string,
): LogActor => ({
  pseudonym: pseudonym(id),
  position: models.directory().people.get(id)?.position ?? null,
});

export function presentLogItem(deps: AnalysisLogDeps, reader: LogViewer, event: Recorded): LogItem {
  const { type, data } = recordOf('case', event);
  return {
    position: toWirePosition(deps.models.logId, event.position),
    caseId: caseIdOfEvent(event),
    revision: event.revision,
    id: event.id,
    type,
    at: event.at,
    by: logActorOf(deps, reader, event.by),
    to: 'to' in data ? data.to : null,
  };
}

type PageAsked = {
  filter: ServedEventFilter;
  range: Pick<ServedRange, 'after' | 'before' | 'direction'>;
  size: number;
  head: LogPosition;
};

/** Reads a page of the log. @param asked its `range` has at most one bound, from which reading starts */
export async function readLogPage(
  deps: AnalysisLogDeps,
  reader: LogViewer,
  { filter, range, size, head }: PageAsked,
): Promise<LogPage> {
  const found: Recorded[] = [];
  let [read, next, readUntil]: [number, LogPosition | null, string | null] = [0, null, null];
  const batches = readServedEvents(deps, reader.orgId, filter, { ...range, size });
  reading: for await (const batch of batches) {
    read += batch.read;
    for (const event of batch.events) {
      if (event.position > head) break reading;
      readUntil = event.at;
      found.push(event);
      if (found.length < size) continue;
      next = event.position;
      break reading;
    }
    if (read < READ_MOST) continue;
    next = batch.edge;
    break;
  }
  const items = found.map(event => presentLogItem(deps, reader, event));
  const { logId } = deps.models;
  return {
    items: range.direction === 'backwards' ? items.reverse() : items,
    next: next === null ? null : toWirePosition(logId, next),
    readUntil,
    head: toWirePosition(logId, head),
  };
}
