import { describe, expect, it } from 'vitest';
import { lifecycleActions } from '#events/case/actions.ts';
import { limits } from '#events/case/limits.ts';
import { options } from '#events/case/options.ts';
import { planActions } from '#events/plan/actions.ts';
import { shipmentActions } from '#events/shipment/actions.ts';
import { wearActions } from '#events/wear/actions.ts';
import { wearCheckKinds } from '#events/wear/events.ts';
import { commandValue, inputFields, isAnswered } from './input-fields.ts';

describe('the fields of an action’s input', () => {
  it('have the bounds, choices and requirements of its schema', () => {
    expect(inputFields(wearActions.checkWear.input)).toMatchObject({
      on: { answer: { kind: 'day' }, isRequired: true },
      kind: { answer: { kind: 'choice', values: [...wearCheckKinds] }, isRequired: true },
      hours: { answer: { kind: 'number', min: 0, max: 24 }, isRequired: false, isNullable: true },
      next: { answer: { kind: 'day' }, isRequired: false, isNullable: true },
      note: { answer: { kind: 'text', max: limits.noteMax }, isRequired: false, isNullable: false },
    });
    expect(inputFields(wearActions.extendWear.input)).toEqual({
      days: {
        answer: { kind: 'number', min: 1, max: limits.wearLongerMax },
        isRequired: true,
        isNullable: false,
      },
    });
  });

  it('distinguish lists of options, files, codes and lines', () => {
    expect(inputFields(lifecycleActions.complete.input)).toMatchObject({
      outcome: { answer: { kind: 'choice', values: options.outcome, list: 'outcome' } },
      retainer: { answer: { kind: 'yesNo' } },
      photos: { answer: { kind: 'files' } },
    });
    expect(inputFields(planActions.submitPlan.input)).toMatchObject({
      name: { answer: { kind: 'line' } },
      upperStages: { answer: { kind: 'number', min: 0, max: 200 } },
      files: { answer: { kind: 'files' }, isRequired: true },
    });
    expect(inputFields(shipmentActions.ship.input)).toMatchObject({
      courier: { answer: { kind: 'choice', list: 'courier' } },
      trackingNumber: { answer: { kind: 'code' } },
      upper: { answer: { kind: 'own' }, isRequired: false },
    });
  });
});

describe('an answer in an action dialog', () => {
  const { hours, note } = inputFields(wearActions.checkWear.input);
  const { trackingNumber } = inputFields(shipmentActions.ship.input);

  it('is trimmed, upper-cased for codes, and omitted if empty', () => {
    if (!hours || !note || !trackingNumber) throw new Error('the inputs have lost a field');
    expect(commandValue(note, ' 13 ')).toBe('13');
    expect(commandValue(note, '  ')).toBeUndefined();
    expect(commandValue(hours, undefined)).toBeNull();
    expect(commandValue(trackingNumber, ' sf1 ')).toBe('SF1');
  });

  it('of several choices is omitted if none is chosen', () => {
    const { reasons } = inputFields(lifecycleActions.refine.input);
    if (!reasons) throw new Error('the input has lost a field');
    expect(commandValue(reasons, [])).toBeUndefined();
    expect(commandValue(reasons, undefined)).toBeUndefined();
    expect(commandValue(reasons, ['space'])).toEqual(['space']);
  });

  it('is missing if blank, empty or null', () => {
    expect([' ', null, undefined, []].map(isAnswered)).toEqual([false, false, false, false]);
    expect([0, false, 'x', ['id']].map(isAnswered)).toEqual([true, true, true, true]);
  });
});
