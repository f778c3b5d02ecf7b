/** One event of the LOG with what belongs to it: its command, its causes and its effects. */
import { caseStreamOf } from '#events/case/stream.ts';
import type { Json, Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { type AnalysisLogDeps, type LogViewer, presentLogItem } from './analysis-log.ts';
import type { LogEventWithRelated } from './analysis-log-answers.ts';
import { createCaseUnknownRefusal } from './visible-case.ts';

/** Replaces ids of people in an event's data. */
function withPseudonyms({ models }: AnalysisLogDeps, { pseudonym }: LogViewer, data: Json): Json {
  const { people } = models.directory();
  const replaced = (value: Json | undefined): Json => {
    if (typeof value === 'string') return people.has(value) ? pseudonym(value) : value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value ?? null;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]));
  };
  return replaced(data);
}

/**
 * Reads the events of a case, of the case that it refines, and of its refinement. Causes and effects of an event are
 * among them.
 */
async function relatedEvents({ models, sealedLog }: AnalysisLogDeps, caseId: string): Promise<Recorded[]> {
  const state = models.state(caseId);
  const ids = [state?.parentId, caseId, state?.childId].flatMap(id => id ?? []);
  const streams = await Promise.all(ids.map(id => Array.fromAsync(sealedLog.read(caseStreamOf(id)))));
  return streams.flat().sort((a, b) => (a.position < b.position ? -1 : 1));
}

function causesOf(event: Recorded, byId: ReadonlyMap<string, Recorded>): Recorded[] {
  const causes: Recorded[] = [];
  for (
    let cause = byId.get(event.cause ?? '');
    cause && !causes.includes(cause);
    cause = byId.get(cause.cause ?? '')
  )
    causes.push(cause);
  return causes;
}

/** True if another event caused this one. Trap: the events of a command have the command itself as their cause. */
const isEffect = ({ cause, correlation }: Recorded): boolean => cause !== undefined && cause !== correlation;

/**
 * Reads an event with its command, causes and effects.
 * @param revision of the event in its case's stream
 * @throws Refusal caseUnknown; notFound for a revision that the case does not have
 */
export async function readLogEventWithRelated(
  deps: AnalysisLogDeps,
  reader: LogViewer,
  { caseId, revision }: { caseId: string; revision: number },
): Promise<LogEventWithRelated> {
  if (deps.models.state(caseId)?.servedBy !== reader.orgId) throw createCaseUnknownRefusal();
  const related = await relatedEvents(deps, caseId);
  const event = related.find(one => one.stream === caseStreamOf(caseId) && one.revision === revision);
  if (!event) throw new Refusal('notFound');
  const causes = causesOf(event, new Map(related.map(one => [one.id, one])));
  const item = (one: Recorded) => presentLogItem(deps, reader, one);
  const isTogether = (one: Recorded) =>
    one === event || (event.correlation !== undefined && one.correlation === event.correlation);
  return {
    ...item(event),
    v: event.v,
    data: withPseudonyms(deps, reader, event.data),
    sealed: event.personal !== undefined,
    together: related.filter(isTogether).map(item),
    causes: causes.map(item),
    isCausedOutside: isEffect(causes.at(-1) ?? event),
    effects: related.filter(one => one.cause === event.id).map(item),
  };
}
