import { describe, expect, it } from 'vitest';
import { orderRows } from '../order/form.ts';
import { draftStatus } from './draft.ts';
import { rxFields, rxGroups, rxQuestions } from './questions.ts';

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
  it('are listed as missing from an empty prescription if always required', () => {
    const empty = { patient: {}, diagnosis: {}, prescription: { method: 1 as const }, markers: {}, data: {} };
    const missing = draftStatus(empty, []).missing.filter(m => m.section === 'prescription');
    expect(missing.map(m => m.field).toSorted()).toEqual(
      rxFields.filter(field => rxQuestions[field].required === 'always').toSorted(),
    );
  });
});
