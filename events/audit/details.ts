/** The details of an audit entry besides person and time, as keys of `audit.json`. Page and exports show them. */

import type { FigureSplit } from '../analysis/figures.ts';
import type { DataRequestKind } from '../dataRequest/events.ts';
import type { Position } from '../person/position.ts';
import type { ShareAudience } from '../share/events.ts';
import type { EventOf } from '../streams.ts';
import type {
  AuditFilter,
  AuditFormat,
  CaseDocumentKind,
  FigureFilter,
  SignInFailureReason,
} from './events.ts';
import type { AuditKind } from './kinds.ts';

type Directory<T extends EventOf<'directory'>['type']> = Extract<EventOf<'directory'>, { type: T }>;
type Compared = Extract<EventOf<'audit'>, { type: 'VersionsCompared' }>['data'];
type FactorChanged = Extract<EventOf<'session'>, { type: 'SecondFactorChanged' }>['data'];

/** Fields whose change an entry names, without their values. */
export type AuditedFieldName = Exclude<
  | keyof Directory<'OrganisationChanged'>['data']
  | keyof Directory<'PersonChanged'>['data']
  | keyof Directory<'PersonChanged'>['personal'],
  'orgId' | 'personId'
>;

/** Facts without personal data. */
export type AuditFacts = {
  why?: SignInFailureReason;
  /** Failures, or rows of an export. */
  count?: number;
  /** ISO times of the first and the last failure. */
  since?: string;
  until?: string;
  what?: CaseDocumentKind;
  /** Names of the changed fields; empty for a new password. */
  fields?: readonly AuditedFieldName[];
  factor?: FactorChanged['kind'];
  change?: FactorChanged['change'];
  /** Position and organisation that a person gets, or the organisation that changes. */
  position?: Position;
  orgId?: string;
  audience?: ShareAudience;
  request?: DataRequestKind;
  format?: AuditFormat;
  filter?: AuditFilter;
  /** Filters of a report. */
  asked?: Omit<FigureFilter, 'org'>;
  /** Version and range of a comparison. */
  compared?: Compared;
  /** Names and phones in the export were masked. */
  masked?: boolean;
};

/** The words of `audit.json` that facts need. A fact without words does not compile where the dictionary is typed. */
export type AuditWord =
  | `why.${SignInFailureReason}`
  | `record.${CaseDocumentKind}`
  | `field.${AuditedFieldName | 'password'}`
  | `factor.${FactorChanged['kind']}`
  | `change.${FactorChanged['change']}`
  | `audience.${ShareAudience}`
  | `request.${DataRequestKind}`
  | `kind.${AuditKind}`
  | `split.${FigureSplit}`
  | 'detail.failures'
  | 'detail.rows'
  | 'detail.masked'
  | 'detail.from'
  | 'detail.to'
  | 'detail.asOf'
  | 'detail.entry'
  | 'detail.version'
  | 'detail.rebuilt'
  | 'detail.fromPosition'
  | 'detail.toPosition';

/** Value for the placeholder of a word's text. `position`: a log position as on the wire. */
type AuditValues = { count: number } | { day: string } | { name: string } | { position: string };

export type AuditDetail =
  | { word: AuditWord; values?: AuditValues }
  | { position: Position }
  /** An answer of the prescription. */
  | { option: `method.${number}` | `productType.${number}` }
  | { text: string };

const isKind = (kind: string | undefined): kind is AuditKind => kind !== undefined;

const dayDetail = (
  word: 'detail.from' | 'detail.to' | 'detail.asOf',
  day: string | undefined,
): AuditDetail[] => (day === undefined ? [] : [{ word, values: { day } }]);

function detailsOfFilter({ kind, from, to, entry }: AuditFilter): AuditDetail[] {
  return [
    // Boundary: the route that records a filter accepts only kinds.
    ...(isKind(kind) ? [{ word: `kind.${kind}` as const }] : []),
    ...dayDetail('detail.from', from),
    ...dayDetail('detail.to', to),
    ...(entry === undefined ? [] : [{ word: 'detail.entry' as const }]),
  ];
}

function detailsOfReport({ from, to, asOf, ...asked }: NonNullable<AuditFacts['asked']>): AuditDetail[] {
  const { method, productType, person, by } = asked;
  return [
    ...dayDetail('detail.from', from),
    ...dayDetail('detail.to', to),
    ...dayDetail('detail.asOf', asOf),
    ...(method === undefined ? [] : [{ option: `method.${method}` as const }]),
    ...(productType === undefined ? [] : [{ option: `productType.${productType}` as const }]),
    ...(person === undefined ? [] : [{ text: person }]),
    ...(by === undefined ? [] : [{ word: `split.${by}` as const }]),
  ];
}

function detailsOfComparison({ version, from, to }: Compared): AuditDetail[] {
  return [
    version === null ? { word: 'detail.rebuilt' } : { word: 'detail.version', values: { name: version } },
    ...(from === null ? [] : [{ word: 'detail.fromPosition' as const, values: { position: from } }]),
    ...(to === null ? [] : [{ word: 'detail.toPosition' as const, values: { position: to } }]),
  ];
}

/** The details of an entry in order. */
export function auditDetailsOf(facts: AuditFacts): AuditDetail[] {
  const { why, count, what, fields, factor, change, position, format, filter, masked } = facts;
  const { audience, request } = facts;
  const words: (AuditWord | undefined)[] = [
    why && `why.${why}`,
    what && `record.${what}`,
    factor && `factor.${factor}`,
    change && `change.${change}`,
    audience && `audience.${audience}`,
    request && `request.${request}`,
    ...(fields?.length === 0 ? (['field.password'] as const) : []),
    ...(fields ?? []).map(field => `field.${field}` as const),
  ];
  return [
    ...words.flatMap(word => (word === undefined ? [] : [{ word }])),
    ...(position === undefined ? [] : [{ position }]),
    ...(filter ? detailsOfFilter(filter) : []),
    ...(facts.asked ? detailsOfReport(facts.asked) : []),
    ...(facts.compared ? detailsOfComparison(facts.compared) : []),
    ...(count === undefined
      ? []
      : [{ word: why ? ('detail.failures' as const) : ('detail.rows' as const), values: { count } }]),
    ...(format === undefined ? [] : [{ text: format.toUpperCase() }]),
    ...(masked ? [{ word: 'detail.masked' as const }] : []),
  ];
}
