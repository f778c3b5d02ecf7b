import { describe, expect, it } from 'vitest';
import { decide, saveSection } from '../case/decider.ts';
import type { Sections } from '../case/sections.ts';
import { Status } from '../case/status.ts';
import * as s from '../script/orders.ts';
import { decisionOutcome, given } from '../testing/given.ts';
import { type CasePast, fillSections, pastAt, stateOf } from '../testing/past.ts';
import { assistant, doctor } from '../testing/people.ts';
import { decisionContext, today } from '../testing/world.ts';
import { findContradictions, type Overruling, overrideKey, withOverrulingReason } from './contradictions.ts';

/** A complete case with a contradiction: space is reserved at 12, but tooth 12 is present. */
const pegged = fillSections(pastAt[Status.ToSubmit], { markers: { ...s.sampleMarkers, reserveSpace: [12] } });
const space: Overruling = {
  rule: 'spaceWhereTooth',
  about: overrideKey({ teeth: [12] }),
  reason: 'Peg lateral, to be built up',
};
const saying = (past: CasePast, ...overruled: Overruling[]) =>
  fillSections(past, { data: { ...s.sampleDataSection, overruled } });
const marks = (past: CasePast, reserveSpace: number[]) =>
  fillSections(past, { markers: { ...s.sampleMarkers, reserveSpace } });
const submit = (past: CasePast) => given(past).when('submitCase', doctor);
const saveData = (past: CasePast, data: Sections['data']) =>
  saveSection(stateOf(past), 'data', { ...s.sampleDataSection, ...data }, decisionContext(assistant));
const refusal = ['caseContradictory', 'markers.reserveSpace: contradiction'] as const;

describe('a warning', () => {
  it('prevents the submission; the refusal names the rule and the field', () => {
    submit(pegged).refused(...refusal);
    const told = decisionOutcome(() => decide(stateOf(pegged), 'submitCase', {}, decisionContext(doctor)));
    expect(told).toMatchObject({ issues: [{ values: { rule: 'spaceWhereTooth', level: 'warning' } }] });
  });

  it('that is overruled with a reason permits the submission; the case keeps the reason', () => {
    const state = submit(saying(pegged, space)).then({
      type: 'CaseSubmitted',
      data: { to: Status.ToAccept },
    });
    expect(state.sections.data.overruled).toEqual([space]);
    const [told] = findContradictions({ sections: state.sections, files: state.files, today });
    expect(told).toMatchObject({ name: 'spaceWhereTooth', overruled: space.reason });
  });

  it('stays overruled when other answers change', () => {
    const edited = fillSections(saying(pegged, space), {
      prescription: { ...s.sampleAlignerPrescription, step: 0.15 },
    });
    submit(edited).then({ type: 'CaseSubmitted' });
  });

  it('needs a new decision once it concerns other teeth', () => {
    submit(marks(saying(pegged, space), [12, 22])).refused(...refusal);
    submit(marks(marks(saying(pegged, space), [12, 22]), [12])).then({ type: 'CaseSubmitted' });
  });

  it('that no longer applies loses its overruling at the submission', () => {
    const state = submit(marks(saying(pegged, space), [])).then(
      { type: 'SectionSaved', data: { to: Status.ToSubmit, section: 'data', fields: ['overruled'] } },
      { type: 'CaseSubmitted', data: { to: Status.ToAccept } },
    );
    expect(state.sections.data).toEqual(s.sampleDataSection);
  });

  it('that no longer applies loses only its own overruling', () => {
    const narrow: Overruling = { rule: 'thirdMolars', about: '{"teeth":[18]}', reason: 'Later' };
    const past = fillSections(pegged, {
      data: { ...s.sampleDataSection, courier: 2, trackingNumber: 'EMS12345', overruled: [narrow, space] },
    });
    const state = submit(past).then({ type: 'SectionSaved' }, { type: 'CaseSubmitted' });
    expect(state.sections.data).toEqual({
      ...s.sampleDataSection,
      courier: 2,
      trackingNumber: 'EMS12345',
      overruled: [space],
    });
  });

  it('of a rejected case keeps the case at 20 until the next submission', () => {
    const back = saying(fillSections(pastAt[Status.SupervisorRejected], { markers: s.sampleMarkers }), space);
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
  const spoilt = fillSections(pastAt[Status.ToSubmit], {
    prescription: { ...s.sampleAlignerPrescription, extraction: 'yes' },
  });
  it('prevents the submission; the refusal names every contradiction', () => {
    const both = marks(spoilt, [12]);
    submit(both).refused(
      'caseContradictory',
      'markers.extract: contradiction',
      'markers.reserveSpace: contradiction',
    );
  });
  it('cannot be overruled: saving a reason is refused, and a stored reason is ignored', () => {
    const reason: Overruling = { rule: 'extractionUnmarked', about: '{}', reason: 'Please' };
    expect(decisionOutcome(() => saveData(spoilt, { overruled: [space, reason] }))).toEqual({
      refusal: 'badInput',
      issues: [{ path: 'overruled.1.rule', issue: 'not-overrulable' }],
    });
    const { sections } = stateOf(spoilt);
    const facts = { sections: { ...sections, data: { overruled: [reason] } }, files: [], today };
    expect(findContradictions(facts).map(c => [c.name, c.overruled])).toEqual([['extractionUnmarked', null]]);
  });
});

describe('an overruling in the input', () => {
  const refused = (overruled: unknown) =>
    decisionOutcome(() => saveSection(stateOf(pegged), 'data', { overruled }, decisionContext(doctor)));
  it.each<[string, unknown, string]>([
    ['a reason of blanks', [{ ...space, reason: ' \n' }], 'overruled.0.reason: blank'],
    ['no reason', [{ rule: space.rule, about: space.about }], 'overruled.0.reason: required'],
    ['an unknown rule', [{ ...space, rule: 'moonPhase' }], 'overruled.0.rule: not-a-choice'],
    ['a rule twice', [space, space], 'overruled: repeated'],
    ['an unknown field', [{ ...space, by: 'me' }], 'overruled.0.by: unknown-field'],
    ['501 characters', [{ ...space, reason: 'x'.repeat(501) }], 'overruled.0.reason: too-long'],
  ])('with %s is refused, naming the field', (_what, overruled, told) => {
    const result = refused(overruled);
    expect('issues' in result && result.issues.map(i => `${i.path}: ${i.issue}`)).toEqual([told]);
  });
  it('is permitted to an assistant', () => {
    expect(decisionOutcome(() => saveData(pegged, { overruled: [space] }))).toMatchObject({
      events: [{ type: 'SectionSaved', data: { fields: ['overruled'] }, personal: { value: { data: {} } } }],
    });
  });
});

describe('withOverrulingReason', () => {
  const told = { name: 'spaceWhereTooth' as const, values: { teeth: [12] as const } };
  it('replaces the older reason of the same rule, and removes the reason with null', () => {
    const older: Overruling = { rule: 'spaceWhereTooth', about: '{"teeth":[13]}', reason: 'Old' };
    const other: Overruling = { rule: 'gapsUnplaced', about: '{}', reason: 'Wherever it fits' };
    expect(withOverrulingReason([older, other], told, space.reason)).toEqual([other, space]);
    expect(withOverrulingReason([older, other], told, null)).toEqual([other]);
    expect(withOverrulingReason(undefined, told, null)).toEqual([]);
  });
});
