import { describe, expect, it } from 'vitest';
import { decide, saveSection } from '../case/decider.ts';
import type { Sections } from '../case/sections.ts';
import { Status } from '../case/status.ts';
import * as s from '../script/orders.ts';
import { given, outcome } from '../testing/given.ts';
import { at, fill, type Past, stateOf } from '../testing/past.ts';
import { assistant, doctor } from '../testing/people.ts';
import { today, world } from '../testing/world.ts';
import { aboutOf, contradictions, type Overruled, withReason } from './contradictions.ts';

/** A complete case with space reserved at 12, which is there. */
const pegged = fill(at[Status.ToSubmit], { markers: { ...s.markers, reserveSpace: [12] } });
const space: Overruled = {
  rule: 'spaceWhereTooth',
  about: aboutOf({ teeth: [12] }),
  reason: 'Peg lateral, to be built up',
};
const saying = (past: Past, ...overruled: Overruled[]) => fill(past, { data: { ...s.data, overruled } });
const marks = (past: Past, reserveSpace: number[]) => fill(past, { markers: { ...s.markers, reserveSpace } });
const submit = (past: Past) => given(past).when('submitCase', doctor);
const saveData = (past: Past, data: Sections['data']) =>
  saveSection(stateOf(past), 'data', { ...s.data, ...data }, world(assistant));
const refusal = ['caseContradictory', 'markers.reserveSpace: contradiction'] as const;

describe('a warning', () => {
  it('keeps the case from being submitted, and is named with its rule and field', () => {
    submit(pegged).refused(...refusal);
    const told = outcome(() => decide(stateOf(pegged), 'submitCase', {}, world(doctor)));
    expect(told).toMatchObject({ issues: [{ values: { rule: 'spaceWhereTooth', level: 'warning' } }] });
  });

  it('that was overruled with a reason does not; the reason goes with the case', () => {
    const state = submit(saying(pegged, space)).then({
      type: 'CaseSubmitted',
      data: { to: Status.ToAccept },
    });
    expect(state.sections.data.overruled).toEqual([space]);
    const [told] = contradictions({ sections: state.sections, files: state.files, today });
    expect(told).toMatchObject({ name: 'spaceWhereTooth', overruled: space.reason });
  });

  it('stays overruled whatever else is edited', () => {
    const edited = fill(saying(pegged, space), { prescription: { ...s.aligners, step: 0.15 } });
    submit(edited).then({ type: 'CaseSubmitted' });
  });

  it('is to be decided again where it names other teeth now', () => {
    submit(marks(saying(pegged, space), [12, 22])).refused(...refusal);
    submit(marks(marks(saying(pegged, space), [12, 22]), [12])).then({ type: 'CaseSubmitted' });
  });

  it('that is gone takes its overruling with it when the case is submitted', () => {
    const state = submit(marks(saying(pegged, space), [])).then(
      { type: 'SectionSaved', data: { to: Status.ToSubmit, section: 'data', fields: ['overruled'] } },
      { type: 'CaseSubmitted', data: { to: Status.ToAccept } },
    );
    expect(state.sections.data).toEqual(s.data);
  });

  it('loses only what is gone, and keeps the rest of the section', () => {
    const narrow: Overruled = { rule: 'thirdMolars', about: '{"teeth":[18]}', reason: 'Later' };
    const past = fill(pegged, {
      data: { ...s.data, courier: 2, trackingNumber: 'EMS12345', overruled: [narrow, space] },
    });
    const state = submit(past).then({ type: 'SectionSaved' }, { type: 'CaseSubmitted' });
    expect(state.sections.data).toEqual({
      ...s.data,
      courier: 2,
      trackingNumber: 'EMS12345',
      overruled: [space],
    });
  });

  it('of a case that was sent back is kept at 20 until it is submitted again', () => {
    const back = saying(fill(at[Status.SupervisorRejected], { markers: s.markers }), space);
    const events = submit(back);
    expect(
      events.then(
        { type: 'SectionSaved', data: { to: Status.SupervisorRejected } },
        { type: 'CaseSubmitted' },
      ).status,
    ).toBe(Status.ToAccept);
  });
});

describe('an error', () => {
  const spoilt = fill(at[Status.ToSubmit], { prescription: { ...s.aligners, extraction: 'yes' } });
  it('keeps the case from being submitted, with every other thing that stands', () => {
    const both = marks(spoilt, [12]);
    submit(both).refused(
      'caseContradictory',
      'markers.extract: contradiction',
      'markers.reserveSpace: contradiction',
    );
  });
  it('cannot be overruled: the door refuses it, and a reason in the past is not heard', () => {
    const reason: Overruled = { rule: 'extractionUnmarked', about: '{}', reason: 'Please' };
    expect(outcome(() => saveData(spoilt, { overruled: [space, reason] }))).toEqual({
      refusal: 'badInput',
      issues: [{ path: 'overruled.1.rule', issue: 'not-overrulable' }],
    });
    const { sections } = stateOf(spoilt);
    const facts = { sections: { ...sections, data: { overruled: [reason] } }, files: [], today };
    expect(contradictions(facts).map(c => [c.name, c.overruled])).toEqual([['extractionUnmarked', null]]);
  });
});

describe('overrulings as they are sent', () => {
  const refused = (overruled: unknown) =>
    outcome(() => saveSection(stateOf(pegged), 'data', { overruled }, world(doctor)));
  it.each<[string, unknown, string]>([
    ['a reason of blanks', [{ ...space, reason: ' \n' }], 'overruled.0.reason: blank'],
    ['no reason', [{ rule: space.rule, about: space.about }], 'overruled.0.reason: required'],
    ['a rule that there is not', [{ ...space, rule: 'moonPhase' }], 'overruled.0.rule: not-a-choice'],
    ['a rule twice', [space, space], 'overruled: repeated'],
    ['something beside it', [{ ...space, by: 'me' }], 'overruled.0.by: unknown-field'],
    ['501 characters', [{ ...space, reason: 'x'.repeat(501) }], 'overruled.0.reason: too-long'],
  ])('%s is refused by name', (_what, overruled, told) => {
    const result = refused(overruled);
    expect('issues' in result && result.issues.map(i => `${i.path}: ${i.issue}`)).toEqual([told]);
  });
  it('may come from an assistant', () => {
    expect(outcome(() => saveData(pegged, { overruled: [space] }))).toMatchObject({
      events: [{ type: 'SectionSaved', data: { fields: ['overruled'] }, personal: { value: { data: {} } } }],
    });
  });
});

describe('withReason', () => {
  const told = { name: 'spaceWhereTooth' as const, values: { teeth: [12] as const } };
  it('sets a reason for what is told now, in place of an older one, and takes it back', () => {
    const older: Overruled = { rule: 'spaceWhereTooth', about: '{"teeth":[13]}', reason: 'Old' };
    const other: Overruled = { rule: 'gapsUnplaced', about: '{}', reason: 'Wherever it fits' };
    expect(withReason([older, other], told, space.reason)).toEqual([other, space]);
    expect(withReason([older, other], told, null)).toEqual([other]);
    expect(withReason(undefined, told, null)).toEqual([]);
  });
});
