import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '#web/i18n/en/rx.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/rx.json' with { type: 'json' };
import type { OptionList } from '../case/options.ts';
import { sectionNames, sectionSchemas } from '../case/sections.ts';
import * as s from '../script/orders.ts';
import { arbitraryAnswers, arbitraryOrders, createEmptyOrder, withAnswer } from '../testing/orders.ts';
import { type AnswerShape, isRowOfMethod, orderAnswerOf, orderForm, orderRows } from './form.ts';

const shapeAt = (path: string): AnswerShape | undefined => orderRows.find(row => row.path === path)?.shape;
const choice = (list: OptionList): AnswerShape => ({ kind: 'choice', list });

describe('the order form', () => {
  it('has a row for every field of every section, in the schema’s order', () => {
    for (const name of sectionNames) {
      const rows = orderForm.find(section => section.name === name)?.rows ?? [];
      const asked = new Set(rows.map(row => row.path.split('.')[1]));
      expect([...asked]).toEqual(Object.keys(sectionSchemas[name].shape));
    }
    const lingual = orderRows.filter(row => row.path.startsWith('prescription.lingual.'));
    expect(lingual.map(row => row.path.split('.')[2])).toEqual(
      Object.keys(sectionSchemas.prescription.shape.lingual.def.innerType.shape),
    );
    expect(new Set(orderRows.map(row => row.path)).size).toBe(orderRows.length);
  });

  it('distinguishes option lists with the same keys', () => {
    expect(shapeAt('prescription.extraction')).toEqual(choice('yesNoUnsure'));
    expect(shapeAt('prescription.bruxism')).toEqual(choice('bruxism'));
    expect(shapeAt('prescription.angle')).toEqual(choice('angle'));
    expect(shapeAt('diagnosis.flags')).toEqual({ kind: 'list', of: choice('diagnosis') });
  });

  it('has the shapes of teeth, contacts, charts and entries', () => {
    const entry = (path: string) => {
      const shape = shapeAt(path);
      return shape?.kind === 'list' && shape.of.kind === 'entry' ? shape.of.fields : undefined;
    };
    expect(shapeAt('markers.extract')).toEqual({ kind: 'list', of: { kind: 'tooth' } });
    expect(entry('markers.ipr')).toEqual({ contact: { kind: 'contact' }, mm: { kind: 'number' } });
    expect(entry('prescription.lingual.archwires')).toMatchObject({ material: choice('wireMaterial') });
    expect(shapeAt('prescription.lingual.torque')).toEqual({ kind: 'chart', of: { kind: 'number' } });
  });

  it('has a label for every row in both languages', () => {
    const wordsOf = (dictionary: object, label: string) =>
      label
        .slice('rx:'.length)
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], dictionary);
    for (const { label } of orderRows)
      expect([typeof wordsOf(en, label), typeof wordsOf(zh, label), label]).toEqual([
        'string',
        'string',
        label,
      ]);
  });
});

describe('an answer', () => {
  it('is read from its row as it was written, for every row of the form', () => {
    for (const row of orderRows) {
      const [value] = fc.sample(arbitraryAnswers(row.shape), { numRuns: 1, seed: 7 });
      expect(orderAnswerOf(withAnswer(createEmptyOrder(), row, value), row)).toEqual(value);
    }
  });

  it('is undefined for an empty text, list or chart', () => {
    const row = (path: string) => orderRows.find(r => r.path === path);
    const said = {
      sections: {
        ...s.emptyOrder,
        prescription: { lingual: { brackets: { '11': [] } } },
        diagnosis: { flags: [] },
      },
      files: [],
    };
    for (const path of ['prescription.lingual.brackets', 'diagnosis.flags', 'patient.name', 'files.upper']) {
      const found = row(path);
      expect(found && orderAnswerOf(said, found)).toBeUndefined();
    }
  });

  it('is asked for only by the chosen method, aligners or lingual', () => {
    const rx = ['method', 'arch', 'extraction', 'lingual.archShape'].map(field => `prescription.${field}`);
    const paths = [...rx, 'markers.extract'];
    const asked = (method: 1 | 2 | undefined) =>
      orderRows
        .filter(
          row => isRowOfMethod({ sections: { prescription: { method } } }, row) && paths.includes(row.path),
        )
        .map(row => row.path.replace('prescription.', ''));
    expect(asked(1)).toEqual(['method', 'arch', 'extraction', 'markers.extract']);
    expect(asked(2)).toEqual(['method', 'lingual.archShape']);
    expect(asked(undefined)).toHaveLength(5);
  });

  it('is kept when an order is copied row by row', () => {
    fc.assert(
      fc.property(arbitraryOrders, order => {
        const again = orderRows.reduce(
          (copy, row) => withAnswer(copy, row, orderAnswerOf(order, row)),
          createEmptyOrder(),
        );
        for (const row of orderRows) expect(orderAnswerOf(again, row)).toEqual(orderAnswerOf(order, row));
      }),
      { numRuns: 30 },
    );
  });
});
