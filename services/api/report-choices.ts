/** Filter choices of an organisation's reports: the clinics' organisations, and people by pseudonym and number. */
import { type Position, positions } from '#events/person/position.ts';
import { rowsByColumnName } from '../analysis/question.ts';
import type { ApiDeps } from './deps.ts';
import { openAnalysisTablesAsOf } from './tables-at.ts';

export type ReportChoices = {
  /** Organisations whose cases are served, by name. */
  organisations: readonly { id: string; name: string }[];
  /** People who acted in these cases or to whom they are assigned, in the order of their numbers. */
  people: readonly {
    /** Pseudonym. */
    person: string;
    /** Position in which they first acted; null for a person who has not acted. */
    position: Position | null;
    /** Number within the position, from 1, in the order of the people's first acts. A person's number never changes. */
    number: number | null;
    /** Cases are or were assigned to them. */
    isAssigned: boolean;
  }[];
};

const organisationsSql = `SELECT DISTINCT org_id FROM cases WHERE way <> ''`;

// The log only grows, so a person's number never changes.
const peopleSql = `WITH acts AS (
  SELECT actor AS person, arg_min(actor_position, position) AS acted_as, min(position) AS first_act
  FROM events WHERE actor_position NOT IN ('system', 'patient') GROUP BY actor
),
numbered AS (SELECT *, row_number() OVER (PARTITION BY acted_as ORDER BY first_act) AS number FROM acts),
assigned AS (SELECT DISTINCT assignee AS person FROM stays WHERE assignee IS NOT NULL)
SELECT coalesce(numbered.person, assigned.person) AS person, acted_as, number, assigned.person IS NOT NULL AS is_assigned
FROM numbered FULL JOIN assigned ON assigned.person = numbered.person
ORDER BY acted_as NULLS LAST, number, person`;

const isPosition = (text: unknown): text is Position => positions.some(position => position === text);

/** @throws Refusal analysisAbsent, notCaughtUp */
export async function readReportChoices(
  deps: Pick<ApiDeps, 'models' | 'analysisTables'>,
  orgId: string,
): Promise<ReportChoices> {
  const open = await openAnalysisTablesAsOf(deps, orgId, undefined);
  const known = deps.models.directory().organisations;
  const organisations = rowsByColumnName(await open.run(organisationsSql)).map(({ org_id: of }) => {
    const id = String(of);
    return { id, name: known.get(id)?.name ?? id };
  });
  const people = rowsByColumnName(await open.run(peopleSql)).map(row => ({
    person: String(row.person),
    position: isPosition(row.acted_as) ? row.acted_as : null,
    number: row.number === null ? null : Number(row.number),
    isAssigned: row.is_assigned === true,
  }));
  return { organisations: organisations.sort((a, b) => a.name.localeCompare(b.name)), people };
}
