/** A comparison as an Admin may see it: rows of the own organisation's cases, and no text that an Analyst does not see. */
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { toWirePosition } from '#events/wire.ts';
import { hideTextsFromAnalyst } from '#projections/analyst-filter.ts';
import { findChangedFields } from './changed-fields.ts';
import type { PartingEvent, RowParting, VersionComparison } from './what-if.ts';
import type { ShownEvent, ShownFieldDifference, ShownParting, WhatIfResult } from './what-if-run.ts';

const VALUE_CHARACTERS = 60;
const mostFields = 20;
const mostPartings = 60;
/** Characters of an id that is shown. Ids of messages name their event's stream. */
const ID_CHARACTERS = 120;

const analyst = { viewer: { id: '', orgId: '', position: 'Analyst' as const, serves: [] } };
/** Removes free texts. */
const closed = (row: unknown): unknown => hideTextsFromAnalyst(analyst, row);

const textOf = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text;
};

function fieldsOf({ fields, rows }: RowParting): ShownFieldDifference[] {
  if (rows.here === null || rows.there === null) return [];
  const open = new Map(
    findChangedFields(closed(rows.here), closed(rows.there), mostFields).map(field => [field.path, field]),
  );
  return fields.map(({ path }) => {
    const found = open.get(path);
    return { path, values: found ? { here: textOf(found.here), there: textOf(found.there) } : null };
  });
}

/** The case that a row's id names, among those that the organisation serves. */
export function createCaseOfRowLookup(
  isServed: (caseId: string) => boolean,
): (id: string) => string | undefined {
  const known = new Map<string, boolean>();
  const has = (word: string) => {
    const found = known.get(word) ?? isServed(word);
    known.set(word, found);
    return found;
  };
  // Ids of rows consist of ids: `C2K7QM`, `C2K7QM:000003`, `C2K7QM-R1`, `case.C2K7QM`, `<person>:case-C2K7QM:4`.
  return id => id.split(/[^A-Za-z0-9]+/).find(word => word !== '' && has(word));
}

/** @param caseOfRow undefined for rows that the viewer does not see */
export function presentWhatIfResult(
  { logId, position, views, partings }: VersionComparison,
  caseOfRow: (id: string) => string | undefined,
): WhatIfResult {
  const shownEvent = ({ position: at, type, stream, revision, at: time }: PartingEvent): ShownEvent => {
    const isOfCase = stream.startsWith(caseStreamPrefix) && caseOfRow(stream) !== undefined;
    return {
      ...{ type, at: time, position: toWirePosition(logId, at) },
      caseId: isOfCase ? caseIdOfEvent({ stream }) : null,
      revision: isOfCase ? Number(revision) : null,
    };
  };
  const shownParting = (parting: RowParting): ShownParting[] => {
    const { view, id, kind, derivedFrom, event, before } = parting;
    const caseId = caseOfRow(id);
    if (caseId === undefined) return [];
    const events = { event: event && shownEvent(event), before: before.map(shownEvent) };
    return [
      {
        view,
        id: id.slice(0, ID_CHARACTERS),
        caseId,
        kind,
        derivedFrom,
        ...events,
        fields: fieldsOf(parting),
      },
    ];
  };
  return {
    position: toWirePosition(logId, position),
    views,
    partings: partings.flatMap(shownParting).slice(0, mostPartings),
  };
}
