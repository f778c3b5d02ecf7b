/**
 * Reading the patient list. A viewer's patients in treatment are few enough to be looked at one by one, and that is the
 * only way to sort and count them by a day that nobody writes.
 */
import { dayIn } from '#events/case/calendar.ts';
import type { Viewer } from '#events/person/position.ts';
import { type PatientType, patientTypes } from '#events/wear/patient-type.ts';
import { dueIn, patientTypeOf, wornOn } from '#events/wear/standing.ts';
import type { WearNow } from '#events/wear/wear.ts';
import { pinyinWords } from '../caseList/words.ts';
import { isEyeClosed } from '../closed.ts';
import { defined, type Own } from '../found.ts';
import { zoneOf } from '../people/row.ts';
import type { PresentCtx } from '../present.ts';
import { viewerRooms } from '../rooms.ts';
import type { PatientItem, PatientList } from './item.ts';
import type { PatientRow } from './view.ts';

export const patientSorts = ['due', 'patient', 'caseId'] as const;

export type PatientQuery = {
  gender?: number[];
  /** Any of these diagnosis flags. */
  clinical?: number[];
  /** Any of these correction methods. */
  correction?: number[];
  patientType?: PatientType[];
  /** The order's product type; 4 is none chosen. */
  docType?: number[];
  clinic?: string;
  /** Name, pinyin, initials, case id's beginning, outside number, clinic. */
  keyword?: string;
  sort: (typeof patientSorts)[number];
  descending: boolean;
  page: number;
  size: number;
  /** Milliseconds since 1970: which day it is at each clinic. */
  now: number;
};

export type PatientReads = { patients(ctx: PresentCtx, query: PatientQuery): PatientList };

/** A patient on the day that it is at their clinic. */
type Standing = { row: PatientRow; today: string; now: WearNow | null };

/** Who has said that an aligner is lost or broken waits for the clinic, however the days stand. */
const typeOf = ({ row, now }: Standing): PatientType =>
  row.missed.length > 0 ? 'attention' : patientTypeOf(now);

/** Every word that was typed begins one of the patient's. */
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

const keyOf: Record<PatientQuery['sort'], (one: Standing) => string | number> = {
  due: ({ now, today }) => dueIn(now, today),
  patient: ({ row }) => row.sortName,
  caseId: ({ row }) => row.caseId,
};

function sorted(all: readonly Standing[], { sort, descending }: PatientQuery): Standing[] {
  const keys = new Map(all.map(one => [one, keyOf[sort](one)]));
  const order = (a: Standing, b: Standing) => {
    const [x, y] = [keys.get(a) ?? 0, keys.get(b) ?? 0];
    return x < y ? -1 : x > y ? 1 : a.row.caseId < b.row.caseId ? -1 : 1;
  };
  return all.toSorted(descending ? (a, b) => order(b, a) : order);
}

/** More than anybody has in treatment at once. */
const MOST = 100_000;

export function createPatientReads({ find, pageOfIds, items }: Own<PatientItem>): PatientReads {
  const rowsOf = (viewer: Viewer): PatientRow[] => {
    const where = { list: 'patients', rooms: viewerRooms(viewer).cases, sort: 'patient' };
    return pageOfIds({ ...where, descending: false, offset: 0, limit: MOST })
      .ids.map(id => find<PatientRow>('patients', id)?.row)
      .filter(defined);
  };
  return {
    patients: (ctx, asked) => {
      const closed = isEyeClosed(ctx.viewer);
      const query: PatientQuery = closed && asked.sort === 'patient' ? { ...asked, sort: 'caseId' } : asked;
      const all = rowsOf(ctx.viewer);
      const zones = new Map([...new Set(all.map(row => row.orgId))].map(id => [id, zoneOf({ find }, id)]));
      const days = new Map([...zones].map(([id, zone]) => [id, dayIn(zone, query.now)]));
      const found = all
        .filter(row => fits(row, query, closed))
        .map((row): Standing => {
          const today = days.get(row.orgId) ?? '';
          return { row, today, now: wornOn(row, today) };
        });
      const wanted = found.filter(one => anyOf(query.patientType, [typeOf(one)]));
      const from = (query.page - 1) * query.size;
      const shown = sorted(wanted, query).slice(from, from + query.size);
      const count = (type: PatientType) => found.filter(one => typeOf(one) === type).length;
      return {
        items: items(
          ctx,
          shown.map(({ row }) => row.caseId),
        ),
        total: wanted.length,
        page: query.page,
        size: query.size,
        types: Object.fromEntries(patientTypes.map(type => [type, count(type)])) as Record<
          PatientType,
          number
        >,
        clinics: closed ? [] : [...new Set(all.flatMap(row => row.clinic ?? []))].toSorted(),
      };
    },
  };
}
