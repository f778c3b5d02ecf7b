import { describe, expect, it } from 'vitest';
import { orderRows } from '../order/form.ts';
import { checkDraft } from './draft.ts';
import { inlineQuestionOf, rxFields, rxGroups, rxQuestions, rxTextMax } from './questions.ts';
import { prescriptionSchema } from './sections.ts';

describe('the questions of a prescription', () => {
  it('have the control that matches their answer’s schema', () => {
    const kinds = { choice: 'choice', ranked: 'list', pictures: 'list', text: 'text' } as const;
    for (const field of rxFields) {
      const shape = orderRows.find(row => row.path === `prescription.${field}`)?.shape;
      expect([field, shape?.kind]).toEqual([field, kinds[rxQuestions[field].control]]);
    }
  });
  it('come after the question whose answer they detail, in the same group', () => {
    for (const { fields } of rxGroups)
      for (const [i, field] of fields.entries()) {
        const { details, inline, required } = rxQuestions[field];
        if (details) expect(fields.slice(0, i)).toContain(details.field);
        else expect([field, inline, required === 'detail']).toEqual([field, undefined, false]);
      }
  });
  it('have one inline question at most, and only in the row of a choice', () => {
    for (const field of rxFields.filter(one => rxQuestions[one].inline)) {
      const row = rxQuestions[field].details?.field;
      expect([field, row && inlineQuestionOf(row), row && rxQuestions[row].control]).toEqual([
        field,
        field,
        'choice',
      ]);
    }
  });
  it('take texts of the length that their schema accepts', () => {
    const texts = rxFields.filter(field => rxQuestions[field].control === 'text');
    for (const field of texts) {
      const accepts = (n: number) => prescriptionSchema.safeParse({ [field]: 'x'.repeat(n) }).success;
      const max = rxTextMax(field);
      expect([field, accepts(max), accepts(max + 1)]).toEqual([field, true, false]);
    }
    expect(texts).toContain('note');
  });
  it('are listed as missing from an empty prescription if always required', () => {
    const empty = { patient: {}, diagnosis: {}, prescription: { method: 1 as const }, markers: {}, data: {} };
    const missing = checkDraft(empty, []).missing.filter(m => m.section === 'prescription');
    expect(missing.map(m => m.field).toSorted()).toEqual(
      rxFields.filter(field => rxQuestions[field].required === 'always').toSorted(),
    );
  });
});
