import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contactKeys, parseContact, TEETH } from '#events/tooth/fdi.ts';
import type { MarkTool } from '#events/tooth/marks.ts';
import {
  type ChartFocus,
  type ChartKeyContext,
  nearestContact,
  pressChartKey,
  TWO_DIGITS_WITHIN_MS,
  toolKey,
} from './chart-keys.ts';

const all = contactKeys();
const on = (tool: MarkTool = 'extract', open = all, readOnly = false): ChartKeyContext => ({
  tool,
  open,
  readOnly,
});
const at = (tooth: ChartFocus['tooth'], contact = '11-21'): ChartFocus => ({ tooth, contact });
const key = (name: string, more: Partial<Parameters<typeof pressChartKey>[1]> = {}) => ({
  key: name,
  shift: false,
  mod: false,
  alt: false,
  at: 0,
  ...more,
});

describe('arrow keys on the tooth chart', () => {
  test.each([
    [11, 'ArrowRight', 21],
    [21, 'ArrowLeft', 11],
    [18, 'ArrowLeft', 18],
    [28, 'ArrowRight', 28],
    [14, 'ArrowDown', 44],
    [14, 'ArrowUp', 14],
    [36, 'ArrowUp', 26],
    [36, 'Home', 48],
    [13, 'End', 28],
  ] as const)('move from %i with %s to %i', (from, name, to) => {
    expect(pressChartKey(at(from), key(name), on())).toMatchObject({ place: { tooth: to } });
  });

  test('move between contacts with the IPR tool, across gaps', () => {
    const open = contactKeys([14]);
    expect(pressChartKey(at(11, '15-13'), key('ArrowLeft'), on('ipr', open))?.place.contact).toBe('16-15');
    expect(pressChartKey(at(11, '16-15'), key('ArrowRight'), on('ipr', open))?.place.contact).toBe('15-13');
    expect(pressChartKey(at(11, '12-11'), key('ArrowDown'), on('ipr', open))?.place.contact).toBe('42-41');
    expect(pressChartKey(at(11, '41-31'), key('ArrowUp'), on('ipr', open))?.place.contact).toBe('11-21');
    expect(pressChartKey(at(11, '41-31'), key('Home'), on('ipr', open))?.place.contact).toBe('48-47');
  });

  test('keep tooth and contact together, so that a change of tool keeps the place', () => {
    expect(pressChartKey(at(25), key('ArrowLeft'), on())?.place).toEqual(at(24, '23-24'));
    expect(pressChartKey(at(11, '31-32'), key('ArrowRight'), on('ipr'))?.place).toEqual(at(32, '32-33'));
  });

  test('move from a removed contact to the nearest one of its arch', () => {
    expect(nearestContact('15-14', contactKeys([14]))).toBe('15-13');
    expect(nearestContact('45-44', contactKeys([44]))).toBe('45-43');
  });

  test('paint with Shift from the old place to the new one, horizontally only', () => {
    const shift = { shift: true };
    expect(pressChartKey(at(14), key('ArrowRight', shift), on())).toEqual({
      place: at(13, '14-13'),
      act: { do: 'paint', from: at(14) },
    });
    expect(pressChartKey(at(14), key('ArrowDown', shift), on())).toEqual({ place: at(44, '45-44') });
    expect(pressChartKey(at(14), key('ArrowRight', shift), on('extract', all, true))).toEqual({
      place: at(13, '14-13'),
    });
  });
});

describe('digit keys on the tooth chart', () => {
  test.each([
    ['1', 'extract'],
    ['2', 'noMove'],
    ['3', 'noAttachment'],
    ['4', 'reserveSpace'],
    ['5', 'ipr'],
    ['6', 'missing'],
    ['0', 'erase'],
  ] as const)('select with %s the tool %s', (digit, tool) => {
    expect(pressChartKey(at(11), key(digit), on('noMove'))?.act).toEqual({ do: 'tool', tool });
    expect(toolKey(tool)).toBe(digit);
  });

  test('jump to tooth 14 with 1 4 in a row, and restore the earlier tool', () => {
    const first = pressChartKey(at(31), key('1', { at: 1000 }), on('noMove'));
    expect(first?.act).toEqual({ do: 'tool', tool: 'extract' });
    const second =
      first && pressChartKey(first.place, key('4', { at: 1000 + TWO_DIGITS_WITHIN_MS }), on('extract'));
    expect(second).toEqual({ place: at(14, '15-14'), act: { do: 'tool', tool: 'noMove' } });
  });

  test('count as two tools if too slow or no tooth number', () => {
    const first = pressChartKey(at(31), key('1', { at: 0 }), on('noMove'));
    expect(
      first && pressChartKey(first.place, key('4', { at: TWO_DIGITS_WITHIN_MS + 1 }), on())?.act,
    ).toEqual({
      do: 'tool',
      tool: 'reserveSpace',
    });
    expect(first && pressChartKey(first.place, key('0', { at: 1 }), on())?.act).toEqual({
      do: 'tool',
      tool: 'erase',
    });
  });

  test('are interrupted by an arrow key', () => {
    const first = pressChartKey(at(31), key('1'), on());
    const moved = first && pressChartKey(first.place, key('ArrowRight', { at: 1 }), on());
    expect(moved && pressChartKey(moved.place, key('4', { at: 2 }), on())?.place.tooth).toBe(32);
  });

  test('reach every tooth, also when read-only and with contacts', () => {
    for (const tooth of TEETH) {
      const [a = '', b = ''] = String(tooth);
      for (const ctx of [on('extract'), on('extract', all, true), on('ipr')]) {
        const first = pressChartKey(at(11), key(a), ctx);
        const second = first && pressChartKey(first.place, key(b, { at: 100 }), ctx);
        expect(second?.place.tooth).toBe(tooth);
        expect(parseContact(second?.place.contact ?? '')).toContain(tooth);
      }
    }
  });
});

describe('action keys on the tooth chart', () => {
  test.each([
    [key(' '), { do: 'toggle' }],
    [key('Enter'), { do: 'toggle' }],
    [key('Delete'), { do: 'remove' }],
    [key('Escape'), { do: 'dismiss' }],
    [key('z'), { do: 'undo' }],
    [key('Z'), { do: 'undo' }], // Caps Lock on
    [key('Z', { shift: true }), { do: 'redo' }],
    [key('z', { mod: true }), { do: 'undo' }],
    [key('z', { mod: true, shift: true }), { do: 'redo' }],
    [key('y', { mod: true }), { do: 'redo' }],
  ])('map %o', (press, act) => {
    expect(pressChartKey(at(11), press, on())).toEqual({ place: at(11), act });
    expect(pressChartKey(at(11), press, on('extract', all, true))).toBeUndefined();
  });

  test('change the amount with plus and minus, only with the IPR tool', () => {
    expect(pressChartKey(at(11), key('+'), on('ipr'))?.act).toEqual({ do: 'amount', by: 0.1 });
    expect(pressChartKey(at(11), key('-'), on('ipr'))?.act).toEqual({ do: 'amount', by: -0.1 });
    expect(pressChartKey(at(11), key('+'), on())).toBeUndefined();
  });

  test.each([
    key('Tab'),
    key('a'),
    key('9'),
    key('k', { mod: true }),
    key('1', { mod: true }),
    key('ArrowLeft', { alt: true }),
  ])('ignore %o', press => expect(pressChartKey(at(11), press, on())).toBeUndefined());
});

test('any sequence of keys keeps the place on the tooth chart', () => {
  const names = [
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'ArrowDown',
    'Home',
    'End',
    ' ',
    '1',
    '2',
    '3',
    '4',
    '5',
    '8',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...names), { maxLength: 40 }),
      fc.uniqueArray(fc.constantFrom(...TEETH), { maxLength: 10 }),
      fc.constantFrom<MarkTool>('extract', 'ipr'),
      (presses, absent, tool) => {
        const open = contactKeys(absent);
        let place = at(11, open[0]);
        for (const [i, name] of presses.entries()) {
          place = pressChartKey(place, key(name, { at: i * 300 }), on(tool, open))?.place ?? place;
          expect(TEETH).toContain(place.tooth);
          expect(open).toContain(place.contact);
        }
      },
    ),
  );
});
