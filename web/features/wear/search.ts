/** What the patient list shows, as its address says it: every filter lives in the URL, and so does the open record. */
import { options } from '#events/case/options.ts';
import { type PatientType, patientTypes } from '#events/wear/patient-type.ts';

/** Filters of several choices. */
export const listFilters = {
  gender: options.gender,
  diagnosis: options.diagnosis,
  correction: options.correction,
  doc: options.productType,
} as const satisfies Record<string, readonly number[]>;
export type ListFilter = keyof typeof listFilters;

export type PatientSearch = {
  /** How the wear stands: the spec's patientType. */
  type?: PatientType;
  clinic?: string;
  q?: string;
  page?: number;
  sort?: string;
  /** The case whose record is open beside the list. */
  wear?: string;
} & { [K in ListFilter]?: string };

const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, most) || undefined
    : undefined;

export const chosen = (search: PatientSearch, filter: ListFilter): number[] =>
  (search[filter] ?? '').split(',').map(Number).filter(Boolean);

/** A comma list of what there is to choose. */
function listed(value: unknown, all: readonly number[]): string | undefined {
  const known = (text(value, 200) ?? '').split(',').filter(part => all.includes(Number(part)));
  return known.join(',') || undefined;
}

const sorts = ['-due', 'patient', '-patient', 'caseId', '-caseId'];

/** Reads an address; what it does not understand is left out, so an old bookmark still opens the list. */
export function readPatientSearch(raw: Record<string, unknown>): PatientSearch {
  const page = Number(raw.page);
  const filters = Object.entries(listFilters).map(([name, all]) => [name, listed(raw[name], all)]);
  const search: PatientSearch = {
    type: patientTypes.find(type => type === raw.type),
    clinic: text(raw.clinic, 100),
    q: text(raw.q, 60),
    page: Number.isInteger(page) && page >= 2 && page <= 100_000 ? page : undefined,
    sort: sorts.find(sort => sort === raw.sort),
    wear: text(raw.wear, 12)?.toUpperCase(),
    ...Object.fromEntries(filters),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The address of the list with something changed; a change of what is shown goes back to the first page. */
export function patientsHref(
  search: PatientSearch,
  change: { [K in keyof PatientSearch]?: PatientSearch[K] | null } = {},
): string {
  const stays = 'page' in change || 'wear' in change;
  const next = { ...search, ...(stays ? {} : { page: null }), ...change };
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(next))
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  const query = params.toString();
  return query ? `/patientFilterList?${query}` : '/patientFilterList';
}

/** The same as the server's query: the case that is open beside the list is none of it. */
export function patientsQuery({ type, diagnosis, doc, q, wear: _wear, ...rest }: PatientSearch): string {
  const asked = { ...rest, clinical: diagnosis, patientType: type, docType: doc, keyword: q };
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(asked)) if (value !== undefined) params.set(key, String(value));
  return params.toString();
}

/** A choice more, or one less. */
export function toggled(search: PatientSearch, filter: ListFilter, value: number): string {
  const now = chosen(search, filter);
  const next = now.includes(value) ? now.filter(one => one !== value) : [...now, value];
  return patientsHref(search, { [filter]: next.join(',') || null });
}

/** Whether anything but the order is chosen. */
export const isFiltered = (search: PatientSearch): boolean =>
  Boolean(search.type || search.clinic || search.q) ||
  Object.keys(listFilters).some(filter => search[filter as ListFilter] !== undefined);
