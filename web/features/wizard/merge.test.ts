import { describe, expect, test } from 'vitest';
import { merge, partsOf, taking } from './merge.ts';

describe('three versions', () => {
  const base = { name: 'Li', clinic: 'Old', remarks: 'a' };

  test('what only one side changed is taken, also where it was emptied', () => {
    const mine = { name: 'Li', clinic: 'Mine', remarks: 'a' };
    const theirs = { name: 'Li', clinic: 'Old', doctor: 'Wu' };
    expect(merge('patient', { base, mine, theirs })).toEqual({
      value: { name: 'Li', clinic: 'Mine', doctor: 'Wu' },
      open: [],
    });
  });

  test('what both changed is open, in the schema’s order, and mine stands meanwhile', () => {
    const mine = { name: 'Li A', clinic: 'Mine', remarks: 'same' };
    const theirs = { name: 'Li B', clinic: 'Theirs', remarks: 'same' };
    expect(merge('patient', { base, mine, theirs })).toEqual({ value: mine, open: ['name', 'clinic'] });
  });

  test('one that was open stays open until it is the same', () => {
    const theirs = { ...base, clinic: 'Theirs' };
    const mine = { ...base, clinic: 'Mine' };
    expect(merge('patient', { base: theirs, mine, theirs }, ['clinic']).open).toEqual(['clinic']);
    expect(merge('patient', { base: theirs, mine: theirs, theirs }, ['clinic']).open).toEqual([]);
  });

  test('a blank that is still typed is no difference, and is not taken away', () => {
    const mine = { ...base, clinic: 'Old ' };
    expect(merge('patient', { base, mine, theirs: base }).value.clinic).toBe('Old ');
  });

  test('a tooth of a chart is a field of its own', () => {
    const was = { lingual: { archShape: 'oval', torque: { 11: 7, 21: 7 } } };
    const mine = { lingual: { archShape: 'oval', torque: { 11: 9, 21: 7, 12: 3 } } };
    const theirs = { lingual: { archShape: 'oval', torque: { 11: 8, 21: 6 } } };
    expect(merge('prescription', { base: was, mine, theirs })).toEqual({
      value: { lingual: { archShape: 'oval', torque: { 11: 9, 21: 6, 12: 3 } } },
      open: ['lingual.torque.11'],
    });
  });

  test('what belongs together is taken together', () => {
    const was = { midline: 'keep', courier: 2, trackingNumber: 'EMS100001' };
    const mine = { ...was, midline: 'left' };
    const theirs = { ...was, midline: 'adjust', midlineAmount: '1-2-mm' };
    const both = merge('prescription', { base: was, mine, theirs });
    expect(both).toEqual({ value: mine, open: ['midline'] });
    expect(taking('prescription', both.value, theirs, ['midline'])).toEqual(theirs);
  });

  test('an address is one field', () => {
    const of = (zip: string, phone: string) => ({ deliveryAddress: { zip, phone } });
    const { open } = merge('data', { base: of('1', '1'), mine: of('2', '1'), theirs: of('1', '2') });
    expect(open).toEqual(['deliveryAddress']);
  });
});

describe('tooth marks', () => {
  test('marks of two hands were confirmed by nobody', () => {
    const base = { extract: [14] };
    const mine = { extract: [14], noMove: [17] };
    const theirs = { extract: [14, 24], confirmed: true };
    expect(merge('markers', { base, mine, theirs })).toEqual({
      value: { extract: [14, 24], noMove: [17], confirmed: undefined },
      open: [],
    });
  });

  test('a confirmation of the marks that stand is kept', () => {
    const base = { extract: [14] };
    const theirs = { extract: [14], confirmed: true };
    expect(merge('markers', { base, mine: base, theirs }).value).toEqual(theirs);
    expect(merge('markers', { base, mine: theirs, theirs: base }).value).toEqual(theirs);
  });

  test('choosing all of theirs is what they confirmed; one of two is not', () => {
    const mine = { extract: [15], noMove: [17] };
    const theirs = { extract: [14], noMove: [16], confirmed: true };
    expect(taking('markers', mine, theirs, ['extract', 'noMove'])).toEqual(theirs);
    expect(taking('markers', mine, theirs, ['extract']).confirmed).toBeUndefined();
    expect(taking('markers', mine, theirs, [])).toEqual(mine);
  });
});

test('a field’s parts, by their paths', () => {
  const value = { midline: 'adjust', midlineAmount: '1-2-mm', lingual: { torque: { 11: 7 } } };
  expect(partsOf(value, 'midline')).toEqual([
    ['midline', 'adjust'],
    ['midlineAmount', '1-2-mm'],
  ]);
  expect(partsOf(value, 'lingual.torque.11')).toEqual([['lingual.torque.11', 7]]);
  expect(partsOf(value, 'angle')).toEqual([]);
});
