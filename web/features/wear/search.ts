/** What the patient list shows, as its address says it: every filter is in the URL, and the record that is open. */
import { options } from '#events/case/options.ts';
import { patientTypes } from '#events/wear/patient-type.ts';
import { listed, neutral, oneOf, ordered, pages, type SearchOf, searchOf, text } from '#web/lib/search.ts';

/** Filters of several choices. */
export const listFilters = {
  gender: options.gender,
  diagnosis: options.diagnosis,
  correction: options.correction,
  doc: options.productType,
} as const satisfies Record<string, readonly number[]>;
export type ListFilter = keyof typeof listFilters;

const caseNumber = text(null, 12);

export const patientSearch = searchOf('/api/patients', '/patientFilterList', {
  /** How the wear is doing: patientType of the specification. */
  type: oneOf('patientType', patientTypes),
  clinic: text('clinic', 100),
  q: text('keyword', 60),
  page: pages,
  sort: ordered('due', ['due', 'patient', 'caseId']),
  /** The case whose record is open beside the list. */
  wear: {
    ...neutral(caseNumber),
    stays: true,
    read: (raw: unknown) => caseNumber.read(raw)?.toUpperCase(),
  },
  gender: listed('gender', listFilters.gender),
  diagnosis: listed('clinical', listFilters.diagnosis),
  correction: listed('correction', listFilters.correction),
  doc: listed('docType', listFilters.doc),
});
export type PatientSearch = SearchOf<typeof patientSearch>;

export const chosen = (search: PatientSearch, filter: ListFilter): number[] =>
  (search[filter] ?? '').split(',').map(Number).filter(Boolean);

/** The address with a choice more, or one less. */
export function toggled(search: PatientSearch, filter: ListFilter, value: number): string {
  const now = chosen(search, filter);
  const next = now.includes(value) ? now.filter(one => one !== value) : [...now, value];
  return patientSearch.href(search, { [filter]: next.join(',') || null });
}
