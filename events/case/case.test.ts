import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, caseId, created, type Past, record, stateOf } from '../testing/past.ts';
import { doctor } from '../testing/people.ts';
import { type CaseRecord, evolve, foldCase, initial } from './case.ts';
import type { EventDef } from './define.ts';
import { Status, statusCodes } from './status.ts';
import { type CaseEvent, type CaseEventType, caseEvents } from './stream.ts';

const longest: readonly Past[] = Object.values(at);
const defOf = (type: CaseEventType): EventDef => caseEvents[type];

/** The same event once the patient's key is gone, as the store's door gives it back. */
function erasedRecord(e: CaseRecord): CaseRecord {
  const { personal, erased } = defOf(e.type);
  // The boundary: what the schema names as its erased value stands for the sealed part.
  return personal ? ({ ...e, personal: erased, erased: true } as CaseRecord) : e;
}

describe('the fold', () => {
  it('copies the status that an event carries, whatever the rules say today', () => {
    for (const to of statusCodes) {
      const odd = record(at[Status.Completed], [{ type: 'CaseSuspended', data: { to } }]);
      expect(stateOf(odd).status).toBe(to);
    }
  });
  it('remembers what was interrupted, and forgets it afterwards', () => {
    expect(stateOf(at[Status.Suspended]).prior).toBe(Status.PlanUnderDesign);
    expect(
      stateOf(record(at[Status.Suspended], [{ type: 'CaseContinued', data: { to: Status.PlanUnderDesign } }]))
        .prior,
    ).toBe(null);
  });
  it('folded twice, or from any place on, is the same', () => {
    for (const past of longest) {
      const whole = stateOf(past);
      expect(foldCase(whole, past)).toEqual(whole);
      for (let cut = 0; cut <= past.length; cut += 1)
        expect(foldCase(stateOf(past.slice(0, cut)), past.slice(Math.max(0, cut - 3)))).toEqual(whole);
    }
  });
  it('repeats of any event, at any place, change nothing', () => {
    const past = at[Status.Completed];
    const repeats = fc.array(fc.tuple(fc.nat(past.length - 1), fc.nat(past.length - 1)), { maxLength: 8 });
    fc.assert(
      fc.property(repeats, pairs => {
        const order = past.flatMap((e, i) => [
          e,
          ...pairs
            .filter(([where]) => where === i)
            .flatMap(([, which]) => (which <= i ? (past[which] ?? []) : [])),
        ]);
        expect(foldCase(initial, order)).toEqual(stateOf(past));
      }),
      { numRuns: 100, seed: 7 },
    );
  });
  it('never touches the state that it is given', () => {
    for (const past of longest) {
      let state = Object.freeze(stateOf(past.slice(0, 1)));
      for (const e of past) {
        const before = structuredClone(state);
        const after = evolve(state, e);
        expect(state).toEqual(before);
        state = Object.freeze(after);
      }
    }
  });
  it('refuses a type that it does not know', () => {
    const unknown = {
      type: 'CaseBeamedUp',
      data: {},
      by: 'x',
      at: 'x',
      revision: 0,
    } as unknown as CaseRecord;
    expect(() => foldCase(initial, [unknown])).toThrow('unknown event CaseBeamedUp');
  });
  it('keeps plans beside shipments, shipments beside files', () => {
    const state = stateOf(at[Status.AllSent]);
    expect([state.plans.length, state.shipments.length, state.batches]).toEqual([1, 2, 2]);
    expect(state.files.length).toBeGreaterThan(10);
  });
});

describe('a patient who is erased', () => {
  it('folds: what was personal is empty, the facts stay, nothing is null that is text elsewhere', () => {
    for (const past of longest) {
      const state = foldCase(initial, past.map(erasedRecord));
      const whole = stateOf(past);
      expect({ status: state.status, prior: state.prior, sent: state.sent }).toEqual({
        status: whole.status,
        prior: whole.prior,
        sent: whole.sent,
      });
      expect(JSON.stringify(state)).not.toMatch(/张伟|长江路|方案一|前牙|\.bin/);
      expect(state.files.map(f => f.name)).toEqual(whole.files.map(() => ''));
    }
    expect(foldCase(initial, at[Status.Completed].map(erasedRecord)).erased).toBe(true);
  });
  it('every definition with a personal part says what stands in for it, in that part’s own shape', () => {
    for (const type of Object.keys(caseEvents) as CaseEventType[]) {
      const { personal, erased } = defOf(type);
      expect([type, erased !== undefined]).toEqual([type, personal !== undefined]);
      if (personal) expect([type, personal.safeParse(erased).success]).toEqual([type, true]);
    }
  });
});

describe('what is appended', () => {
  it('is what the definitions say: every event of every past parses, and leads where it may', () => {
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
  it('survives JSON, and holds no name in the clear', () => {
    for (const past of longest)
      for (const e of past) {
        const again: CaseEvent = JSON.parse(JSON.stringify(e));
        expect(evolve(stateOf(past.slice(0, e.revision)), { ...again, ...where(e) })).toEqual(
          evolve(stateOf(past.slice(0, e.revision)), e),
        );
        expect(JSON.stringify(e.data)).not.toMatch(/张伟|长江路|方案一|\.bin/);
      }
  });
  it('begins with the facts that rights look at', () => {
    expect(stateOf(created())).toMatchObject({
      caseId,
      status: Status.ClinicalInfoIncomplete,
      ownerId: doctor.id,
      orgId: 'clinic',
      servedBy: 'main',
    });
  });
});

const where = ({ by, at: time, revision }: CaseRecord) => ({ by, at: time, revision });
