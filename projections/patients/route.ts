/**
 * GET /api/patients. A viewer has few patients in treatment, so each answer goes through all of them: they are sorted
 * and counted by due days, which no event records.
 */
import * as z from 'zod/mini';
import { dayInZone } from '#events/case/calendar.ts';
import { limits } from '#events/case/limits.ts';
import { options } from '#events/case/options.ts';
import type { Viewer } from '#events/person/position.ts';
import { type PatientType, patientTypes } from '#events/wear/patient-type.ts';
import type { WearNow } from '#events/wear/wear-calendar.ts';
import { patientTypeOf, urgencySortKey, wearOn } from '#events/wear/wear-status.ts';
import { hasNamesHidden } from '../analyst-filter.ts';
import { pinyinWords } from '../caseList/words.ts';
import { zoneNow } from '../people/row.ts';
import { caseListRoomsOf } from '../rooms.ts';
import { isDefined, type ViewRowReads } from '../row-access.ts';
import {
  choiceListParamSchemaFor,
  keywordParamSchema,
  pagingParamSchemas,
  sortParamSchemaFor,
  type ViewRoute,
  type ViewRouteCall,
} from '../view-routes.ts';
import type { PatientItem, PatientList, PatientRow } from './view.ts';

const patientQuery = z.strictObject({
  gender: z.optional(choiceListParamSchemaFor(options.gender)),
  /** Patients with any of these diagnosis flags. */
  clinical: z.optional(choiceListParamSchemaFor(options.diagnosis)),
  /** Patients with any of these correction methods. */
  correction: z.optional(choiceListParamSchemaFor(options.correction)),
  patientType: z.optional(choiceListParamSchemaFor(patientTypes)),
  /** Product type of the order; 4 is none. */
  docType: z.optional(choiceListParamSchemaFor(options.productType)),
  clinic: keywordParamSchema,
  /** Matches name, pinyin, initials, beginning of the case id, outside number, clinic. */
  keyword: keywordParamSchema,
  sort: z.optional(sortParamSchemaFor(['due', 'patient', 'caseId'])),
  ...pagingParamSchemas,
});
type PatientQuery = z.infer<typeof patientQuery>;
type Order = NonNullable<PatientQuery['sort']>;

/** A patient with the current day at the clinic. */
type Standing = { row: PatientRow; today: string; now: WearNow | null };

/** A patient with an open report of a lost or broken aligner waits for the clinic, regardless of the due day. */
const typeOf = ({ row, now }: Standing): PatientType =>
  row.missed.length > 0 ? 'attention' : patientTypeOf(now);

/** Whether every word of the keyword is the beginning of one of the patient's words. */
function says(row: PatientRow, keyword: string, byIdOnly: boolean): boolean {
  if (byIdOnly) return row.caseId.startsWith(keyword.toUpperCase());
  const texts = [row.caseId, row.patientName, row.clinic ?? '', row.outsideCaseNumber ?? ''];
  const whole = texts.map(text => text.toLowerCase());
  const words = [...whole.flatMap(text => text.split(/\s+/)), ...pinyinWords(row.patientName)];
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every(typed => words.some(word => word.startsWith(typed)) || whole.some(text => text.includes(typed)));
}

const anyOf = <T>(wanted: readonly T[] | undefined, has: readonly T[]) =>
  !wanted || wanted.length === 0 || has.some(value => wanted.includes(value));

const fits = (row: PatientRow, query: PatientQuery, closed: boolean): boolean =>
  anyOf(query.gender, row.gender ? [row.gender] : []) &&
  anyOf(query.clinical, row.flags) &&
  anyOf(query.correction, row.corrections) &&
  anyOf(query.docType, [row.productType ?? 4]) &&
  (closed || query.clinic === undefined || row.clinic === query.clinic) &&
  (!query.keyword?.trim() || says(row, query.keyword.trim(), closed));

const keyOf: Record<Order['sort'], (one: Standing) => string | number> = {
  due: ({ now, today }) => urgencySortKey(now, today),
  patient: ({ row }) => row.sortName,
  caseId: ({ row }) => row.caseId,
};

function sorted(all: readonly Standing[], { sort, descending }: Order): Standing[] {
  const keys = new Map(all.map(one => [one, keyOf[sort](one)]));
  const order = (a: Standing, b: Standing) => {
    const [x, y] = [keys.get(a) ?? 0, keys.get(b) ?? 0];
    return x < y ? -1 : x > y ? 1 : a.row.caseId < b.row.caseId ? -1 : 1;
  };
  return all.toSorted(descending ? (a, b) => order(b, a) : order);
}

/** More patients than any viewer has in treatment. */
const MOST = 100_000;

function rowsOf({ find, pageOfIds }: ViewRowReads<PatientItem>, viewer: Viewer): PatientRow[] {
  const where = { list: 'patients', rooms: caseListRoomsOf(viewer).cases, sort: 'patient' };
  return pageOfIds({ ...where, descending: false, offset: 0, limit: MOST })
    .ids.map(id => find<PatientRow>('patients', id)?.row)
    .filter(isDefined);
}

/** The current day at each organisation, in its time zone. */
function daysAt(
  { find }: ViewRowReads<PatientItem>,
  all: readonly PatientRow[],
  now: number,
): Map<string, string> {
  const clinics = new Set(all.map(row => row.orgId));
  return new Map([...clinics].map(id => [id, dayInZone(zoneNow({ find }, id), now)]));
}

/** Sorting by name would reveal hidden names, so viewers with hidden names get the default order. */
const orderFor = (closed: boolean, { sort = 'due', descending = false }: Partial<Order> = {}): Order => ({
  sort: closed && sort === 'patient' ? 'caseId' : sort,
  descending,
});

function answer({ own, ctx, query, now }: ViewRouteCall<PatientItem, typeof patientQuery>): PatientList {
  const { page = 1, size = limits.pageSize, sort } = query;
  const closed = hasNamesHidden(ctx.viewer);
  const all = rowsOf(own, ctx.viewer);
  const days = daysAt(own, all, now);
  const found = all
    .filter(row => fits(row, query, closed))
    .map((row): Standing => {
      const today = days.get(row.orgId) ?? '';
      return { row, today, now: wearOn(row, today) };
    });
  const wanted = found.filter(one => anyOf(query.patientType, [typeOf(one)]));
  const shown = sorted(wanted, orderFor(closed, sort)).slice((page - 1) * size, page * size);
  const count = (type: PatientType) => found.filter(one => typeOf(one) === type).length;
  const ids = shown.map(({ row }) => row.caseId);
  return {
    items: own.items(ctx, ids),
    total: wanted.length,
    page,
    size,
    // The boundary: the entries contain every type once.
    types: Object.fromEntries(patientTypes.map(type => [type, count(type)])) as PatientList['types'],
    clinics: closed ? [] : [...new Set(all.flatMap(row => row.clinic ?? []))].toSorted(),
  };
}

export const patientsRoute = {
  path: '/api/patients',
  rule: 'session',
  tag: 'wear',
  summary:
    'Patients who are treated with aligners, those to look after first. Rows hold days; `zone` says whose day today is.',
  query: patientQuery,
  answer,
} satisfies ViewRoute<PatientItem>;
