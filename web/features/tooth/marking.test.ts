import { describe, expect, test } from 'vitest';
import { createEmptyMarks, type Marks } from '#events/tooth/marks.ts';
import { applyToolAtPlaces, isMarkedWithTool, stepIprAmount, toggleToothSet } from './marking.ts';
import { emptyUndoHistory, recordChange, redo, undo } from './undo-history.ts';

const made = (patch: Partial<Marks>): Marks => ({ ...createEmptyMarks(), ...patch });
const at = (tooth: 11 | 12 | 13, contact: string) => ({ tooth, contact });

describe('marking places on the tooth chart', () => {
  test('marks teeth, or contacts with the IPR tool; a contact keeps its amount', () => {
    const places = [at(12, '13-12'), at(11, '12-11')];
    expect(applyToolAtPlaces(createEmptyMarks(), 'noMove', places, true, 0.2).marks.noMove).toEqual([12, 11]);
    const known = made({ ipr: [{ contact: '12-11', mm: 0.5 }] });
    expect(applyToolAtPlaces(known, 'ipr', places, true, 0.2).marks.ipr).toEqual([
      { contact: '13-12', mm: 0.2 },
      { contact: '12-11', mm: 0.5 },
    ]);
    expect(applyToolAtPlaces(known, 'ipr', places, false, 0.2).marks).toEqual(createEmptyMarks());
  });

  test('removes a mark on the second use', () => {
    const marks = made({ extract: [12], ipr: [{ contact: '13-11' }] });
    expect(isMarkedWithTool(marks, 'extract', at(12, ''))).toBe(true);
    expect(isMarkedWithTool(marks, 'extract', at(11, ''))).toBe(false);
    expect(isMarkedWithTool(marks, 'ipr', at(11, '13-11'))).toBe(true);
    expect(isMarkedWithTool(marks, 'erase', at(12, ''))).toBe(false);
  });
});

describe('marking sets of teeth', () => {
  test('marks all teeth, or clears all if all are marked', () => {
    const once = toggleToothSet(made({ noMove: [14] }), 'noMove', 'premolars', 0.2).marks;
    expect(once.noMove).toHaveLength(8);
    expect(toggleToothSet(once, 'noMove', 'premolars', 0.2).marks.noMove).toEqual([]);
  });

  test('marks the contacts inside with the IPR tool and skips absent teeth', () => {
    const { marks, refused } = toggleToothSet(made({ extract: [12] }), 'ipr', '3-3', 0.3);
    expect(refused).toEqual([]);
    expect(marks.ipr.map(ipr => ipr.contact)).toEqual([
      '13-11',
      '11-21',
      '21-22',
      '22-23',
      '43-42',
      '42-41',
      '41-31',
      '31-32',
      '32-33',
    ]);
    expect(toggleToothSet(marks, 'ipr', '3-3', 0.3).marks.ipr).toEqual([]);
  });

  test('reports the teeth that could not be marked', () => {
    const { marks, refused } = toggleToothSet(made({ missing: [18] }), 'noMove', 'q1', 0.2);
    expect(marks.noMove).toHaveLength(7);
    expect(refused).toEqual([{ reason: 'missingAndNoMove', tooth: 18 }]);
  });

  test('clears a set with the eraser', () => {
    expect(toggleToothSet(made({ noMove: [14], missing: [44] }), 'erase', 'upper', 0).marks).toEqual(
      made({ missing: [44] }),
    );
  });
});

test('an IPR amount changes in tenths within the offered range', () => {
  expect([
    stepIprAmount('11-21', 0.2, 0.1),
    stepIprAmount('11-21', 0.5, 0.1),
    stepIprAmount('11-21', 0.1, -0.1),
    stepIprAmount('11-21', undefined, 0.1),
    stepIprAmount('15-14', 0.5, 0.1),
    stepIprAmount('15-14', 0.6, 0.1),
  ]).toEqual([0.3, 0.5, 0.1, 0.1, 0.6, 0.6]);
  const { marks } = toggleToothSet(createEmptyMarks(), 'ipr', '4-4', 0.6);
  expect(marks.ipr.slice(0, 2)).toEqual([
    { contact: '14-13', mm: 0.6 },
    { contact: '13-12', mm: 0.5 },
  ]);
});

test('undo and redo move through the history; a new change drops the undone ones', () => {
  let history = recordChange(recordChange(emptyUndoHistory<string>(), 'a'), 'b');
  const back = undo(history, 'c');
  expect(back?.value).toBe('b');
  const further = back && undo(back.history, back.value);
  expect(further?.value).toBe('a');
  expect(further && undo(further.history, further.value)).toBeUndefined();
  const forth = further && redo(further.history, further.value);
  expect(forth?.value).toBe('b');
  expect(forth && redo(forth.history, forth.value)?.value).toBe('c');
  history = recordChange(further?.history ?? history, 'a');
  expect(redo(history, 'x')).toBeUndefined();
});
