import { describe, expect, test } from 'vitest';
import type { Action } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import { actionHref, chooseActions, inputPageHref, isAwaitedAction } from './choose-actions.ts';

describe('editing a draft opens its first missing answer', () => {
  test.each<[Status, string[], string]>([
    [
      Status.ClinicalInfoIncomplete,
      ['patient.birthDate', 'diagnosis.flags'],
      'patientInfoNew?id=C2K7QM&slot=birthDate',
    ],
    [Status.ClinicalInfoIncomplete, ['diagnosis.flags'], 'deagonsticMesNew?id=C2K7QM&slot=flags'],
    [Status.TreatmentPlanIncomplete, ['prescription.method'], 'pcEnter?id=C2K7QM&slot=method'],
    [
      Status.SetupIncomplete,
      ['prescription.lingual.archWidth'],
      'transparentToothNew?id=C2K7QM&slot=lingual.archWidth',
    ],
    [
      Status.BracketsNotChosen,
      ['prescription.lingual.brackets'],
      'transparentToothNew?id=C2K7QM&slot=lingual.brackets',
    ],
    [
      Status.TorqueIncomplete,
      ['prescription.lingual.torque'],
      'transparentToothNew?id=C2K7QM&slot=lingual.torque',
    ],
    [Status.AlignerSetupIncomplete, ['prescription.ipr'], 'transparentToothNew?id=C2K7QM&slot=ipr'],
    [Status.ToothMarkersIncomplete, ['markers.confirmed'], 'transparentMarkerNew?id=C2K7QM&slot=confirmed'],
    [Status.PhotosIncomplete, ['files.radiograph'], 'dataUploadNew?id=C2K7QM&slot=panoramic'],
    [Status.ModelsToProvide, ['files.models'], 'dataUploadNew?id=C2K7QM&slot=upper'],
    [Status.ModelsToProvide, ['data.deliveryAddress'], 'dataUploadNew?id=C2K7QM&slot=deliveryAddress'],
    [Status.ModelToBeShipped, ['data.trackingNumber'], 'dataUploadNew?id=C2K7QM&slot=trackingNumber'],
    [Status.SupervisorRejected, [], 'patientInfoNew?id=C2K7QM'],
    [Status.SupervisorRejected, ['files.models'], 'patientInfoNew?id=C2K7QM'],
  ])('at %i: %j', (status, missing, href) => {
    expect(actionHref('edit', { caseId: 'C2K7QM', status, actions: ['edit'], missing })).toBe(
      `/addCase/${href}`,
    );
  });
});

describe('the primary button', () => {
  const item = {
    caseId: 'C2K7QM',
    status: Status.PlanUnderDesign as Status,
    actions: [] as Action[],
    lead: null,
  };
  test('at status 13 is the plan for its technician, with "suspend" next to it and the dialog in the menu', () => {
    const mine = {
      ...item,
      actions: ['requestInfo', 'suspend', 'submitTarget', 'submitPlan'] as Action[],
      lead: 'submitPlan' as Action,
    };
    expect(chooseActions(mine)).toEqual({
      primary: 'submitPlan',
      second: 'suspend',
      menu: ['requestInfo', 'submitTarget', 'submitPlan'],
    });
    expect(inputPageHref('submitPlan', mine)).toBe('/eSetThreeDView?id=C2K7QM&make=plans');
    expect(chooseActions({ ...mine, method: 2 }).menu).toEqual(['requestInfo', 'submitTarget']);
  });
  test('at status 13 is "suspend" for a supervisor, and the case does not wait for it', () => {
    const theirs = { ...item, actions: ['deniedCase', 'suspend', 'reassign'] as Action[] };
    expect(chooseActions(theirs).primary).toBe('suspend');
    expect(isAwaitedAction('suspend', theirs)).toBe(false);
    expect(isAwaitedAction('suspend', { ...theirs, status: Status.ModelProcessing })).toBe(false);
    expect(isAwaitedAction('acceptCase', { ...theirs, status: Status.ToAccept })).toBe(true);
  });
  test('at status 21 is "distribute" for a supervisor, with "take the case" next to it', () => {
    const theirs = {
      ...item,
      status: Status.ToDistribute as Status,
      actions: ['getCase', 'allocateCase'] as Action[],
    };
    const lead = { ...theirs, lead: 'allocateCase' as Action };
    expect(chooseActions(lead)).toEqual({ primary: 'allocateCase', second: 'getCase', menu: [] });
    expect(isAwaitedAction('allocateCase', lead)).toBe(true);
  });
  test('of the last receipt has a menu next to it; after the receipt there is none', () => {
    const shipped = {
      ...item,
      status: Status.Shipping as Status,
      actions: ['confirmReceipt', 'reportLost'] as Action[],
    };
    expect(chooseActions(shipped)).toEqual({ primary: 'confirmReceipt', second: null, menu: ['reportLost'] });
    const received = {
      ...item,
      status: Status.AllSent as Status,
      actions: ['refine', 'complete'] as Action[],
    };
    expect(chooseActions(received)).toEqual({ primary: 'complete', second: 'refine', menu: [] });
  });
  test('after a receipt without a wear record starts one', () => {
    const received = {
      ...item,
      status: Status.AllSent as Status,
      actions: ['refine', 'complete'] as Action[],
    };
    expect(chooseActions(received).primary).toBe('complete');
    expect(chooseActions({ ...received, lead: 'recordWear' })).toEqual({
      primary: 'recordWear',
      second: 'complete',
      menu: ['refine'],
    });
  });
});
