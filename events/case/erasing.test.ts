/** After a patient's erasure, every action on the case is refused: for every viewer, at every status. */
import { describe, expect, it } from 'vitest';
import { decisionOutcome } from '../testing/given.ts';
import { type CasePast, caseId, pastAt, recordEvents, stateOf, treatedPast } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { decisionContext } from '../testing/world.ts';
import { attachFile, decide, erasePatient, type NamedAction, removeFile, saveSection } from './decider.ts';
import { patientErasedBy } from './erasing.ts';
import {
  isWaitingForViewer,
  listActionsFor,
  permissionFor,
  seesCase,
  systemViewer,
  waitingActors,
} from './permissions.ts';
import { actionNames } from './rules.ts';
import { Status, statusCodes } from './status.ts';

const { doctor, everybody } = people;
const erased = (past: CasePast) => recordEvents(past, erasePatient(stateOf(past), caseId), 'system');
const everyone = [...everybody, systemViewer, people.patient];

describe('erasing a patient', () => {
  it.each(statusCodes)('at %i keeps the case as it is, and closes every action', status => {
    const before = stateOf(pastAt[status]);
    const events = erasePatient(before, caseId);
    expect(events).toEqual([{ type: 'PatientErased', data: { patient: caseId } }]);
    const state = stateOf(erased(pastAt[status]));
    expect(state).toEqual({
      ...before,
      erased: true,
      revision: before.revision + 1,
      updatedAt: state.updatedAt,
    });
    const named = actionNames.filter((name): name is NamedAction => name !== 'edit');
    for (const viewer of everyone) {
      expect(seesCase(viewer, state)).toBe(seesCase(viewer, before));
      for (const name of named) {
        expect(permissionFor(viewer, name, state)).toBe(
          permissionFor(viewer, name, before).replace('yes', 'notNow'),
        );
        expect(decisionOutcome(() => decide(state, name, {}, decisionContext(viewer)))).toHaveProperty(
          'refusal',
        );
      }
      expect([listActionsFor(viewer, state), isWaitingForViewer(viewer, state)]).toEqual([[], false]);
    }
    expect(waitingActors(state)).toEqual([]);
  });
  it('closes the sections and files of a draft', () => {
    const draft = pastAt[Status.ModelsToProvide];
    const state = stateOf(erased(draft));
    const file = state.files[0];
    if (!file) throw new Error('no file');
    const refused = { refusal: 'actionClosed' };
    const ctx = decisionContext(doctor);
    expect(
      decisionOutcome(() => saveSection(stateOf(draft), 'patient', { name: '张三' }, ctx)),
    ).toHaveProperty('events');
    expect(decisionOutcome(() => saveSection(state, 'patient', { name: '张三' }, ctx))).toMatchObject(
      refused,
    );
    expect(decisionOutcome(() => removeFile(stateOf(draft), file.id, ctx))).toHaveProperty('events');
    expect(decisionOutcome(() => removeFile(state, file.id, ctx))).toMatchObject(refused);
    expect(decisionOutcome(() => attachFile(state, { ...file, id: 'other' }, ctx))).toMatchObject(refused);
  });
  it('closes the process record of a treatment', () => {
    const state = stateOf(erased(treatedPast));
    expect(
      decisionOutcome(() => decide(state, 'remark', { remarks: [] }, decisionContext(doctor))),
    ).toMatchObject({
      refusal: 'actionClosed',
    });
  });
  it('is recognised from its event by `patientErasedBy`, and from no other event', () => {
    const [last, ...others] = erased(treatedPast).toReversed();
    const told = (e: object | undefined) => e && patientErasedBy(e as Parameters<typeof patientErasedBy>[0]);
    expect(told(last)).toBe(caseId);
    expect(others.filter(told)).toEqual([]);
  });
  it('is refused for an unknown case', () => {
    expect(decisionOutcome(() => erasePatient(stateOf([]), caseId))).toMatchObject({
      refusal: 'caseUnknown',
    });
  });
});
