/** What the patient list shows, as its address says it: every filter is in the URL, and the record that is open. */
import { options } from '#events/case/options.ts';
import { patientTypes } from '#events/wear/patient-type.ts';
import {
  choiceField,
  choiceListField,
  createListSearch,
  nonNarrowing,
  pageField,
  type SearchValues,
  sortField,
  textField,
} from '#web/lib/list-search.ts';

/** Filters of several choices. */
export const listFilters = {
  gender: options.gender,
  diagnosis: options.diagnosis,
  correction: options.correction,
  doc: options.productType,
} as const satisfies Record<string, readonly number[]>;
export type ListFilter = keyof typeof listFilters;

const caseNumber = textField(null, 12);

export const patientSearch = createListSearch('/api/patients', '/patientFilterList', {
  /** How the wear is doing: patientType of the specification. */
  type: choiceField('patientType', patientTypes),
  clinic: textField('clinic', 100),
  q: textField('keyword', 60),
  page: pageField,
  sort: sortField('due', ['due', 'patient', 'caseId']),
  /** The case whose record is open beside the list. */
  wear: {
    ...nonNarrowing(caseNumber),
    stays: true,
    read: (raw: unknown) => caseNumber.read(raw)?.toUpperCase(),
  },
  gender: choiceListField('gender', listFilters.gender),
  diagnosis: choiceListField('clinical', listFilters.diagnosis),
  correction: choiceListField('correction', listFilters.correction),
  doc: choiceListField('docType', listFilters.doc),
});
export type PatientSearch = SearchValues<typeof patientSearch>;

export const chosen = (search: PatientSearch, filter: ListFilter): number[] =>
  (search[filter] ?? '').split(',').map(Number).filter(Boolean);

/** The address with a choice more, or one less. */
export function toggled(search: PatientSearch, filter: ListFilter, value: number): string {
  const now = chosen(search, filter);
  const next = now.includes(value) ? now.filter(one => one !== value) : [...now, value];
  return patientSearch.href(search, { [filter]: next.join(',') || null });
}
