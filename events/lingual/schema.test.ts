import { describe, expect, it } from 'vitest';
import { limits } from '../case/limits.ts';
import { isRefusal } from '../errors.ts';
import { parse } from '../parse.ts';
import { toothMeasureNames, toothMeasures } from './measures.ts';
import { lingualOrderSchema } from './schema.ts';
import { usualWireSizes } from './wires.ts';

/** `path: issue` for each refused field. */
function issues(value: unknown): string[] {
  try {
    parse(lingualOrderSchema, value);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return (error.data?.issues ?? []).map(i => `${i.path}: ${i.issue}`);
  }
}
const wire = { arch: 'both', material: 'niti', diameter: '0.014' };
const wires = (n: number) => Array.from({ length: n }, () => wire);

describe('measures of a tooth', () => {
  it.each(toothMeasureNames)('include %s within its limits', measure => {
    const { min, max, decimals } = toothMeasures[measure];
    const step = 10 ** -decimals;
    const at = (value: unknown) => issues({ [measure]: { 11: value } });
    for (const good of [min, max, 0, step, Number((max - step).toFixed(decimals))])
      expect(at(good)).toEqual([]);
    expect(at(min - 1)).toEqual([`${measure}.11: too-small`]);
    expect(at(max + 1)).toEqual([`${measure}.11: too-big`]);
    expect(at(step / 10)).toEqual([`${measure}.11: too-fine`]);
    for (const bad of ['7', null, Number.NaN, [7]]) expect(at(bad)).toEqual([`${measure}.11: wrong-type`]);
  });
  it('accept every tenth of a degree and every hundredth of a millimetre', () => {
    for (let i = 0; i <= 60; i++)
      expect(issues({ torque: { 11: i / 10 }, slice: { 11: i / 100 } })).toEqual([]);
  });
});

describe('bracket codes', () => {
  it('are keys of the list, without repetition', () => {
    expect(issues({ brackets: { 11: ['B', 'H', 'T', 'R', 'W'], 18: ['E'] } })).toEqual([]);
    expect(issues({ brackets: { 11: ['X'] } })).toEqual(['brackets.11.0: not-a-choice']);
    expect(issues({ brackets: { 11: ['b'] } })).toEqual(['brackets.11.0: not-a-choice']);
    expect(issues({ brackets: { 11: ['B', 'B'] } })).toEqual(['brackets.11: repeated']);
    expect(issues({ brackets: { 51: ['B'] } })).toEqual(['brackets.51: unknown-field']);
  });
  it('in conflict are refused, naming the tooth', () => {
    expect(issues({ brackets: { 14: ['E', 'B'], 15: ['W', 'P'] }, tip: { 14: 2 } })).toEqual([
      'brackets.15: wraps-conflict',
      'brackets.14: absent-coded',
      'tip.14: absent-measured',
    ]);
  });
});

describe('archwires', () => {
  const sized = (diameter: unknown) => issues({ archwires: [{ ...wire, diameter }] });
  it.each([...usualWireSizes, '.014', '.016x.022', '0.019x0.025', '.036'])('accept the size %s', size => {
    expect(sized(size)).toEqual([]);
  });
  it.each([
    '',
    '14',
    '0.14',
    '1.014',
    '0.016 x 0.022',
    '0.016x',
    '0.016×0.022',
    '0.016x0.022x0.025',
    '0.051',
    'NiTi',
  ])('refuse the size %j', size => {
    expect(sized(size)).toEqual(['archwires.0.diameter: wire-size']);
  });
  it('have a material, an arch, a whole number of pieces and a possible torque', () => {
    expect(issues({ archwires: [{}] })).toEqual(
      ['arch', 'material', 'diameter'].map(f => `archwires.0.${f}: required`),
    );
    const bad = { ...wire, material: 'gold', quantity: 0, extraTorque: 31, alloy: 'x' };
    expect(issues({ archwires: [wire, bad] })).toEqual([
      'archwires.1.material: not-a-choice',
      'archwires.1.quantity: too-small',
      'archwires.1.extraTorque: too-big',
      'archwires.1.alloy: unknown-field',
    ]);
    expect(issues({ archwires: [{ ...wire, quantity: 1.5 }] })).toEqual(['archwires.0.quantity: wrong-type']);
  });
  it('above five sets need consent to the surcharge, counted by quantity', () => {
    const refused = ['surchargeAccepted: surcharge-unaccepted'];
    expect(issues({ archwires: wires(limits.archwireSetsFree) })).toEqual([]);
    expect(issues({ archwires: wires(6) })).toEqual(refused);
    expect(issues({ archwires: wires(6), surchargeAccepted: false })).toEqual(refused);
    expect(issues({ archwires: wires(6), surchargeAccepted: true })).toEqual([]);
    expect(issues({ archwires: [{ ...wire, quantity: 6 }] })).toEqual(refused);
    expect(issues({ archwires: wires(limits.archwires + 1), surchargeAccepted: true })).toEqual([
      'archwires: too-many',
    ]);
  });
});
