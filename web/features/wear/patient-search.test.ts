import { expect, test } from 'vitest';
import { patientListSearch, toggleFilterHref } from './patient-search.ts';

test('the patient list parses its address and drops invalid values', () => {
  expect(
    patientListSearch.read({
      gender: 2,
      diagnosis: '92,1,100',
      doc: 'x',
      type: 'attention',
      wear: 'ab12cd',
      page: 0,
      sort: 'x',
    }),
  ).toEqual({ gender: '2', diagnosis: '92,100', type: 'attention', wear: 'AB12CD' });
});

test('the patient list’s server query uses the server’s names and omits the open record', () => {
  const search = patientListSearch.read({
    diagnosis: '92',
    doc: '1',
    type: 'held',
    q: 'li',
    wear: 'AB12CD',
    page: 2,
  });
  expect(patientListSearch.query(search)).toBe('patientType=held&keyword=li&page=2&clinical=92&docType=1');
});

test('the patient list goes to its first page on a filter change, and stays on its page when a record is opened', () => {
  const search = patientListSearch.read({ diagnosis: '92', page: 3 });
  expect(toggleFilterHref(search, 'diagnosis', 100)).toBe('/patientFilterList?diagnosis=92%2C100');
  expect(toggleFilterHref(search, 'diagnosis', 92)).toBe('/patientFilterList');
  expect(patientListSearch.href(search, { wear: 'AB12CD' })).toBe(
    '/patientFilterList?page=3&diagnosis=92&wear=AB12CD',
  );
});
