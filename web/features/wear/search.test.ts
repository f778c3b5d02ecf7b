import { expect, test } from 'vitest';
import { patientSearch, toggled } from './search.ts';

test('an address is read as far as it is understood', () => {
  expect(
    patientSearch.read({
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

test('the server is asked by its own names, and not for the record that is open', () => {
  const search = patientSearch.read({
    diagnosis: '92',
    doc: '1',
    type: 'held',
    q: 'li',
    wear: 'AB12CD',
    page: 2,
  });
  expect(patientSearch.query(search)).toBe('patientType=held&keyword=li&page=2&clinical=92&docType=1');
});

test('another filter begins at the first page; opening a record stays where one is', () => {
  const search = patientSearch.read({ diagnosis: '92', page: 3 });
  expect(toggled(search, 'diagnosis', 100)).toBe('/patientFilterList?diagnosis=92%2C100');
  expect(toggled(search, 'diagnosis', 92)).toBe('/patientFilterList');
  expect(patientSearch.href(search, { wear: 'AB12CD' })).toBe(
    '/patientFilterList?page=3&diagnosis=92&wear=AB12CD',
  );
});
