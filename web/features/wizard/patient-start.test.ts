import { expect, test } from 'vitest';
import { rxFields, rxQuestions } from '#events/case/questions.ts';
import { findTerm } from '#events/term/glossary.ts';
import { defaultClinic, initialPatient } from './patient-start.ts';

const [a, b] = [
  { clinic: '晨光口腔', default: false },
  { clinic: 'Riverside Dental', default: true },
];

test('the clinic is that of the default address, or of the only one', () => {
  expect(defaultClinic([a, b])).toBe('Riverside Dental');
  expect(defaultClinic([a])).toBe('晨光口腔');
  expect(defaultClinic([a, { ...b, default: false }])).toBeUndefined();
  expect(defaultClinic([])).toBeUndefined();
});

test('masked and unknown patient values stay empty', () => {
  expect(initialPatient('李文清', '晨光口腔')).toEqual({ doctor: '李文清', clinic: '晨光口腔' });
  expect(initialPatient('李**', '晨光口腔')).toEqual({ clinic: '晨光口腔' });
  expect(initialPatient(undefined, undefined)).toBeUndefined();
});

const explained = rxFields.filter(field => rxQuestions[field].term !== undefined);
test.each(explained)('the help text on %s is in the glossary', field => {
  const id = rxQuestions[field].term ?? '';
  expect(findTerm(id)?.id).toBe(id);
});
