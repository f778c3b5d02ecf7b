import { expect, test } from 'vitest';
import { analyst, doctor } from '#events/testing/people.ts';
import { hideTextsFromAnalyst } from './analyst-filter.ts';

const item = {
  caseId: 'ABC234',
  handlers: { mine: false, people: [], positions: ['Technician', 'SuperMechanic'] },
  remark: 'calls her aunt',
};

test('an analyst reads by which positions a case is awaited, and no free text', () =>
  expect(hideTextsFromAnalyst({ viewer: analyst }, item)).toEqual({ ...item, remark: '' }));

test('everybody else gets the item as it is', () =>
  expect(hideTextsFromAnalyst({ viewer: doctor }, item)).toBe(item));
