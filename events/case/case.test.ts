import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CasePast, caseId, newCasePast, pastAt, recordEvents, stateOf } from '../testing/past.ts';
import { doctor } from '../testing/people.ts';
import { type CaseRecord, evolveCase, foldCase, initialCaseState } from './case.ts';
import type { EventDefinition } from './event-definition.ts';
import { Status, statusCodes } from './status.ts';
import { type CaseEvent, type CaseEventType, caseEvents } from './stream.ts';

const longest: readonly CasePast[] = Object.values(pastAt);
const defOf = (type: CaseEventType): EventDefinition => caseEvents[type];

/** The event as the store returns it after the patient's key was deleted. */
function erasedRecord(e: CaseRecord): CaseRecord {
  const { personal, erased } = defOf(e.type);
  // Cast: the schema's `erased` value replaces the personal part.
  return personal ? ({ ...e, personal: erased, erased: true } as CaseRecord) : e;
}

describe('foldCase', () => {
  it('takes the status from the event, even if the current rules forbid it', () => {
    for (const to of statusCodes) {
      const odd = recordEvents(pastAt[Status.Completed], [{ type: 'CaseSuspended', data: { to } }]);
      expect(stateOf(odd).status).toBe(to);
    }
  });
  it('keeps the status before a suspension until the case continues', () => {
    expect(stateOf(pastAt[Status.Suspended]).prior).toBe(Status.PlanUnderDesign);
    expect(
      stateOf(
        recordEvents(pastAt[Status.Suspended], [
          { type: 'CaseContinued', data: { to: Status.PlanUnderDesign } },
        ]),
      ).prior,
    ).toBe(null);
  });
  it('gives the same state if events are folded twice or resumed anywhere', () => {
    for (const past of longest) {
      const whole = stateOf(past);
      expect(foldCase(whole, past)).toEqual(whole);
      for (let cut = 0; cut <= past.length; cut += 1)
        expect(foldCase(stateOf(past.slice(0, cut)), past.slice(Math.max(0, cut - 3)))).toEqual(whole);
    }
  });
  it('ignores repeated events', () => {
    const past = pastAt[Status.Completed];
    const repeats = fc.array(fc.tuple(fc.nat(past.length - 1), fc.nat(past.length - 1)), { maxLength: 8 });
    fc.assert(
      fc.property(repeats, pairs => {
        const order = past.flatMap((e, i) => [
          e,
          ...pairs
            .filter(([where]) => where === i)
            .flatMap(([, which]) => (which <= i ? (past[which] ?? []) : [])),
        ]);
        expect(foldCase(initialCaseState, order)).toEqual(stateOf(past));
      }),
      { numRuns: 100, seed: 7 },
    );
  });
  it('does not mutate its input state', () => {
    for (const past of longest) {
      let state = Object.freeze(stateOf(past.slice(0, 1)));
      for (const e of past) {
        const before = structuredClone(state);
        const after = evolveCase(state, e);
        expect(state).toEqual(before);
        state = Object.freeze(after);
      }
    }
  });
  it('throws on an unknown event type', () => {
    const unknown = {
      type: 'CaseBeamedUp',
      data: {},
      by: 'x',
      at: 'x',
      revision: 0,
    } as unknown as CaseRecord;
    expect(() => foldCase(initialCaseState, [unknown])).toThrow('unknown event CaseBeamedUp');
  });
  it('keeps plans, shipments and files', () => {
    const state = stateOf(pastAt[Status.AllSent]);
    expect([state.plans.length, state.shipments.length, state.batches]).toEqual([1, 2, 2]);
    expect(state.files.length).toBeGreaterThan(10);
  });
});

describe('an erased patient', () => {
  it('leaves statuses and shipments in the state; personal texts become empty strings, never null', () => {
    for (const past of longest) {
      const state = foldCase(initialCaseState, past.map(erasedRecord));
      const whole = stateOf(past);
      expect({ status: state.status, prior: state.prior, sent: state.sent }).toEqual({
        status: whole.status,
        prior: whole.prior,
        sent: whole.sent,
      });
      expect(JSON.stringify(state)).not.toMatch(/张伟|长江路|方案一|前牙|\.bin/);
      expect(state.files.map(f => f.name)).toEqual(whole.files.map(() => ''));
    }
    expect(foldCase(initialCaseState, pastAt[Status.Completed].map(erasedRecord)).erased).toBe(true);
  });
  it('has an `erased` value in every event definition with a personal part, valid by its schema', () => {
    for (const type of Object.keys(caseEvents) as CaseEventType[]) {
      const { personal, erased } = defOf(type);
      expect([type, erased !== undefined]).toEqual([type, personal !== undefined]);
      if (personal) expect([type, personal.safeParse(erased).success]).toEqual([type, true]);
    }
  });
});

describe('appended events', () => {
  it('match their schemas, and lead only to the statuses of their definition', () => {
    const types = new Set<string>();
    for (const past of longest)
      for (const e of past) {
        const { data, personal, reaches } = defOf(e.type);
        types.add(e.type);
        expect([e.type, data.safeParse(e.data).error]).toEqual([e.type, undefined]);
        expect([e.type, personal?.safeParse(e.personal).error]).toEqual([e.type, undefined]);
        if ('to' in e.data) expect(reaches).toContain(e.data.to);
      }
    expect(types.size).toBeGreaterThan(20);
  });
  it('survive JSON, and contain no personal text outside the sealed part', () => {
    for (const past of longest)
      for (const e of past) {
        const again: CaseEvent = JSON.parse(JSON.stringify(e));
        expect(evolveCase(stateOf(past.slice(0, e.revision)), { ...again, ...where(e) })).toEqual(
          evolveCase(stateOf(past.slice(0, e.revision)), e),
        );
        expect(JSON.stringify(e.data)).not.toMatch(/张伟|长江路|方案一|\.bin/);
      }
  });
  it('begin with the facts that permissions need: owner, organisation and serving organisation', () => {
    expect(stateOf(newCasePast())).toMatchObject({
      caseId,
      status: Status.ClinicalInfoIncomplete,
      ownerId: doctor.id,
      orgId: 'clinic',
      servedBy: 'main',
    });
  });
});

const where = ({ by, at: time, revision }: CaseRecord) => ({ by, at: time, revision });
