/** The search of the patient list: all filters and the open record are in the URL. */
import { options } from '#events/case/options.ts';
import { patientTypes } from '#events/wear/patient-type.ts';
import {
  choiceField,
  choiceListField,
  createListSearch,
  nonNarrowingField,
  pageNumberField,
  type SearchValues,
  sortField,
  textField,
} from '#web/lib/list-search.ts';

/** Filters with multiple choices. */
export const patientListFilters = {
  gender: options.gender,
  diagnosis: options.diagnosis,
  correction: options.correction,
  doc: options.productType,
} as const satisfies Record<string, readonly number[]>;
export type PatientListFilter = keyof typeof patientListFilters;

const caseNumber = textField(null, 12);

export const patientListSearch = createListSearch('/api/patients', '/patientFilterList', {
  /** State of the wear: patientType in the specification. */
  type: choiceField('patientType', patientTypes),
  clinic: textField('clinic', 100),
  q: textField('keyword', 60),
  page: pageNumberField,
  sort: sortField('due', ['due', 'patient', 'caseId']),
  /** The case whose record is open next to the list. */
  wear: {
    ...nonNarrowingField(caseNumber),
    stays: true,
    read: (raw: unknown) => caseNumber.read(raw)?.toUpperCase(),
  },
  gender: choiceListField('gender', patientListFilters.gender),
  diagnosis: choiceListField('clinical', patientListFilters.diagnosis),
  correction: choiceListField('correction', patientListFilters.correction),
  doc: choiceListField('docType', patientListFilters.doc),
});
export type PatientSearch = SearchValues<typeof patientListSearch>;

export const chosenFilterValues = (search: PatientSearch, filter: PatientListFilter): number[] =>
  (search[filter] ?? '').split(',').map(Number).filter(Boolean);

/** The address with a choice added or removed. */
export function toggleFilterHref(search: PatientSearch, filter: PatientListFilter, value: number): string {
  const now = chosenFilterValues(search, filter);
  const next = now.includes(value) ? now.filter(one => one !== value) : [...now, value];
  return patientListSearch.href(search, { [filter]: next.join(',') || null });
}
