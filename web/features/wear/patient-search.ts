/** The search of the patient list: all filters and the open record are in the URL. */
import { options } from '#events/case/options.ts';
import { patientTypes } from '#events/wear/patient-type.ts';
import {
  choiceField,
  choiceListField,
  createListSearch,
  nonNarrowing,
  pageNumberField,
  type SearchValues,
  sortField,
  textField,
} from '#web/lib/list-search.ts';

/** Filters with multiple choices. */
export const listFilters = {
  gender: options.gender,
  diagnosis: options.diagnosis,
  correction: options.correction,
  doc: options.productType,
} as const satisfies Record<string, readonly number[]>;
export type ListFilter = keyof typeof listFilters;

const caseNumber = textField(null, 12);

export const patientSearch = createListSearch('/api/patients', '/patientFilterList', {
  /** State of the wear: patientType in the specification. */
  type: choiceField('patientType', patientTypes),
  clinic: textField('clinic', 100),
  q: textField('keyword', 60),
  page: pageNumberField,
  sort: sortField('due', ['due', 'patient', 'caseId']),
  /** The case whose record is open next to the list. */
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

export const chosenValues = (search: PatientSearch, filter: ListFilter): number[] =>
  (search[filter] ?? '').split(',').map(Number).filter(Boolean);

/** The address with a choice added or removed. */
export function toggleFilterHref(search: PatientSearch, filter: ListFilter, value: number): string {
  const now = chosenValues(search, filter);
  const next = now.includes(value) ? now.filter(one => one !== value) : [...now, value];
  return patientSearch.href(search, { [filter]: next.join(',') || null });
}
