import { describe, expect, test } from 'vitest';
import { fieldParts, mergeSection, takeTheirs } from './section-merge.ts';

describe('a three-way merge', () => {
  const base = { name: 'Li', clinic: 'Old', remarks: 'a' };

  test('takes a change of one side, also if it emptied the field', () => {
    const mine = { name: 'Li', clinic: 'Mine', remarks: 'a' };
    const theirs = { name: 'Li', clinic: 'Old', doctor: 'Wu' };
    expect(mergeSection('patient', { base, mine, theirs })).toEqual({
      value: { name: 'Li', clinic: 'Mine', doctor: 'Wu' },
      open: [],
    });
  });

  test('leaves fields that both changed open, in schema order, with my value', () => {
    const mine = { name: 'Li A', clinic: 'Mine', remarks: 'same' };
    const theirs = { name: 'Li B', clinic: 'Theirs', remarks: 'same' };
    expect(mergeSection('patient', { base, mine, theirs })).toEqual({
      value: mine,
      open: ['name', 'clinic'],
    });
  });

  test('keeps an open field open until both values are equal', () => {
    const theirs = { ...base, clinic: 'Theirs' };
    const mine = { ...base, clinic: 'Mine' };
    expect(mergeSection('patient', { base: theirs, mine, theirs }, ['clinic']).open).toEqual(['clinic']);
    expect(mergeSection('patient', { base: theirs, mine: theirs, theirs }, ['clinic']).open).toEqual([]);
  });

  test('ignores a trailing blank and keeps it', () => {
    const mine = { ...base, clinic: 'Old ' };
    expect(mergeSection('patient', { base, mine, theirs: base }).value.clinic).toBe('Old ');
  });

  test('treats each tooth of a chart as a field', () => {
    const was = { lingual: { archShape: 'oval', torque: { 11: 7, 21: 7 } } };
    const mine = { lingual: { archShape: 'oval', torque: { 11: 9, 21: 7, 12: 3 } } };
    const theirs = { lingual: { archShape: 'oval', torque: { 11: 8, 21: 6 } } };
    expect(mergeSection('prescription', { base: was, mine, theirs })).toEqual({
      value: { lingual: { archShape: 'oval', torque: { 11: 9, 21: 6, 12: 3 } } },
      open: ['lingual.torque.11'],
    });
  });

  test('takes dependent fields from the same side', () => {
    const was = { midline: 'keep', courier: 2, trackingNumber: 'EMS100001' };
    const mine = { ...was, midline: 'left' };
    const theirs = { ...was, midline: 'adjust', midlineAmount: '1-2-mm' };
    const both = mergeSection('prescription', { base: was, mine, theirs });
    expect(both).toEqual({ value: mine, open: ['midline'] });
    expect(takeTheirs('prescription', both.value, theirs, ['midline'])).toEqual(theirs);
  });

  test('treats an address as one field', () => {
    const of = (zip: string, phone: string) => ({ deliveryAddress: { zip, phone } });
    const { open } = mergeSection('data', { base: of('1', '1'), mine: of('2', '1'), theirs: of('1', '2') });
    expect(open).toEqual(['deliveryAddress']);
  });
});

describe('a merge of tooth marks', () => {
  test('drops the confirmation if both sides changed marks', () => {
    const base = { extract: [14] };
    const mine = { extract: [14], noMove: [17] };
    const theirs = { extract: [14, 24], confirmed: true };
    expect(mergeSection('markers', { base, mine, theirs })).toEqual({
      value: { extract: [14, 24], noMove: [17], confirmed: undefined },
      open: [],
    });
  });

  test('keeps the confirmation of unchanged marks', () => {
    const base = { extract: [14] };
    const theirs = { extract: [14], confirmed: true };
    expect(mergeSection('markers', { base, mine: base, theirs }).value).toEqual(theirs);
    expect(mergeSection('markers', { base, mine: theirs, theirs: base }).value).toEqual(theirs);
  });

  test('keeps their confirmation if all of their marks are chosen, not if one of two is', () => {
    const mine = { extract: [15], noMove: [17] };
    const theirs = { extract: [14], noMove: [16], confirmed: true };
    expect(takeTheirs('markers', mine, theirs, ['extract', 'noMove'])).toEqual(theirs);
    expect(takeTheirs('markers', mine, theirs, ['extract']).confirmed).toBeUndefined();
    expect(takeTheirs('markers', mine, theirs, [])).toEqual(mine);
  });
});

test('fieldParts returns the parts of a field by path', () => {
  const value = { midline: 'adjust', midlineAmount: '1-2-mm', lingual: { torque: { 11: 7 } } };
  expect(fieldParts(value, 'midline')).toEqual([
    ['midline', 'adjust'],
    ['midlineAmount', '1-2-mm'],
  ]);
  expect(fieldParts(value, 'lingual.torque.11')).toEqual([['lingual.torque.11', 7]]);
  expect(fieldParts(value, 'angle')).toEqual([]);
});
