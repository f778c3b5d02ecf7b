import { describe, expect, it } from 'vitest';
import * as s from '../script/orders.ts';
import { decisionOutcome, given } from '../testing/given.ts';
import {
  attachFiles,
  type CasePast,
  fillSections,
  newCasePast,
  pastAt,
  pictureUploadIds,
  recordEvents,
  stateOf,
} from '../testing/past.ts';
import { assistant, doctor, doctor2, supervisor, technician } from '../testing/people.ts';
import { decisionContext, uploads } from '../testing/world.ts';
import { attachFile, moveFile, removeFile, saveSection } from './decider.ts';
import {
  type AttachedFile,
  checkDraft,
  hasAllOrderedModels,
  hasClinicalInfo,
  orderedArches,
} from './draft.ts';
import { type Slot, slots } from './options.ts';
import type { Sections } from './sections.ts';
import { Status } from './status.ts';

const files = (...ids: string[]): AttachedFile[] =>
  ids.map(id => {
    const { kind, slot } = uploads.get(id) ?? { kind: 'other' as const, slot: null };
    return { kind, slot };
  });
const without = <T extends object>(value: T, key: keyof T): T => ({ ...value, [key]: undefined });
const models = ['upper', 'lower'];
const lingual = (chosen: NonNullable<Sections['prescription']['lingual']>) => ({
  ...s.sampleAlignerOrder,
  prescription: { method: 2 as const, lingual: chosen },
});
const shape = { archShape: 'oval', archWidth: 'keep' } as const;

describe('checkDraft', () => {
  it.each<[string, Status, Sections, AttachedFile[]]>([
    ['nothing yet', Status.ClinicalInfoIncomplete, s.emptyOrder, []],
    [
      'no bite record',
      Status.ClinicalInfoIncomplete,
      { ...s.sampleAlignerOrder, diagnosis: without(s.sampleDiagnosis, 'bite') },
      files(...pictureUploadIds),
    ],
    [
      'no diagnosis chosen',
      Status.ClinicalInfoIncomplete,
      { ...s.sampleAlignerOrder, diagnosis: { ...s.sampleDiagnosis, flags: [] } },
      [],
    ],
    [
      'no treatment option',
      Status.TreatmentPlanIncomplete,
      { ...s.sampleAlignerOrder, prescription: {} },
      files(...pictureUploadIds, ...models),
    ],
    [
      'aligners, no answer on IPR',
      Status.AlignerSetupIncomplete,
      { ...s.sampleAlignerOrder, prescription: without(s.sampleAlignerPrescription, 'ipr') },
      [],
    ],
    [
      'midline to adjust, not by how much',
      Status.AlignerSetupIncomplete,
      { ...s.sampleAlignerOrder, prescription: { ...s.sampleAlignerPrescription, midline: 'adjust' } },
      [],
    ],
    [
      'attachments specified, none chosen',
      Status.AlignerSetupIncomplete,
      {
        ...s.sampleAlignerOrder,
        prescription: {
          ...s.sampleAlignerPrescription,
          attachmentPosition: 'specified',
          attachmentTypes: [],
        },
      },
      [],
    ],
    [
      'crowding, no relief chosen',
      Status.AlignerSetupIncomplete,
      { ...s.sampleAlignerOrder, prescription: { ...s.sampleAlignerPrescription, crowdingRelief: [] } },
      [],
    ],
    [
      'markers not confirmed',
      Status.ToothMarkersIncomplete,
      { ...s.sampleAlignerOrder, markers: { confirmed: false } },
      files(...pictureUploadIds),
    ],
    [
      'prescription before markers',
      Status.AlignerSetupIncomplete,
      { ...s.sampleAlignerOrder, prescription: { method: 1 }, markers: {} },
      [],
    ],
    ['lingual, no arch shape', Status.SetupIncomplete, lingual({ archWidth: 'keep' }), []],
    ['lingual, no brackets', Status.BracketsNotChosen, lingual({ ...shape, brackets: {} }), []],
    [
      'lingual, only teeth that are not there',
      Status.BracketsNotChosen,
      lingual({ ...shape, brackets: { '14': ['E'] } }),
      [],
    ],
    ['lingual, no torque', Status.TorqueIncomplete, lingual({ ...shape, brackets: { '11': ['B'] } }), []],
    [
      'lingual, a torque elsewhere',
      Status.TorqueIncomplete,
      lingual({ ...shape, brackets: { '11': ['B'] }, torque: { '21': 7 } }),
      [],
    ],
    [
      'lingual, one torque of two',
      Status.TorqueIncomplete,
      lingual({ ...shape, brackets: { '11': ['B'], '16': ['T'] }, torque: { '11': 7 } }),
      [],
    ],
    [
      'lingual, a tooth that goes needs no torque',
      Status.PhotosIncomplete,
      lingual({ ...shape, brackets: { '11': ['B'], '14': ['E'] }, torque: { '11': 0 } }),
      [],
    ],
    [
      'lingual, the other torque as the setup requires',
      Status.PhotosIncomplete,
      lingual({ ...shape, brackets: { '11': ['B'], '16': ['T'] }, torqueAsSetup: true }),
      [],
    ],
    [
      'lingual needs no markers',
      Status.PhotosIncomplete,
      { ...s.sampleAlignerOrder, prescription: s.sampleLingualPrescription, markers: {} },
      [],
    ],
    ['no radiograph', Status.PhotosIncomplete, s.sampleAlignerOrder, files(...slots.photo, ...models)],
    [
      'the lateral one is enough',
      Status.ToSubmit,
      s.sampleAlignerOrder,
      files(...slots.photo, 'lateral', ...models),
    ],
    [
      'only one arch scanned',
      Status.ModelsToProvide,
      s.sampleAlignerOrder,
      files(...pictureUploadIds, 'upper'),
    ],
    [
      'a bite scan is no arch',
      Status.ModelsToProvide,
      s.sampleAlignerOrder,
      files(...pictureUploadIds, 'upper', 'bite', 'loose'),
    ],
    [
      'a courier without its number',
      Status.ModelToBeShipped,
      { ...s.sampleAlignerOrder, data: { ...s.sampleDataSection, courier: 2 } },
      files(...pictureUploadIds),
    ],
    [
      'a courier with its number',
      Status.ToSubmit,
      { ...s.sampleAlignerOrder, data: { ...s.sampleDataSection, courier: 2, trackingNumber: 'EMS12345' } },
      files(...pictureUploadIds),
    ],
    [
      'a number without a courier',
      Status.ModelsToProvide,
      { ...s.sampleAlignerOrder, data: { ...s.sampleDataSection, trackingNumber: 'EMS12345' } },
      files(...pictureUploadIds),
    ],
    [
      'a data order number',
      Status.ToSubmit,
      { ...s.sampleAlignerOrder, data: { ...s.sampleDataSection, dataOrderNumber: 'D-100' } },
      files(...pictureUploadIds),
    ],
    [
      'no delivery address',
      Status.ModelsToProvide,
      { ...s.sampleAlignerOrder, data: {} },
      files(...pictureUploadIds, ...models),
    ],
    ...(['consignee', 'phone', 'address', 'zip', 'clinic'] as const).map(
      (part): [string, Status, Sections, AttachedFile[]] => [
        `a delivery address with a blank ${part}`,
        Status.ModelsToProvide,
        { ...s.sampleAlignerOrder, data: { deliveryAddress: { ...s.sampleDeliveryAddress, [part]: ' ' } } },
        files(...pictureUploadIds, ...models),
      ],
    ),
    [
      'no delivery address, before a courier’s missing number',
      Status.ModelsToProvide,
      { ...s.sampleAlignerOrder, data: { courier: 2 } },
      files(...pictureUploadIds),
    ],
    [
      'models, whatever the courier',
      Status.ToSubmit,
      { ...s.sampleAlignerOrder, data: { ...s.sampleDataSection, courier: 2 } },
      files(...pictureUploadIds, ...models),
    ],
    [
      'upper arch only',
      Status.ToSubmit,
      { ...s.sampleAlignerOrder, prescription: { ...s.sampleAlignerPrescription, arch: 'upper' } },
      files(...pictureUploadIds, 'upper'),
    ],
  ])('with %s is %i', (_name, status, sections, attached) => {
    expect(checkDraft(sections, attached).status).toBe(status);
  });

  it.each(slots.photo)('without %s is 7 and names the missing slot', slot => {
    const { status, missing } = checkDraft(
      s.sampleAlignerOrder,
      files(...pictureUploadIds.filter(p => p !== slot), ...models),
    );
    expect({ status, missing }).toEqual({
      status: Status.PhotosIncomplete,
      missing: [{ status: Status.PhotosIncomplete, section: 'files', field: slot }],
    });
  });

  it('lists everything missing, in the order of the statuses', () => {
    const { missing } = checkDraft(
      { ...s.sampleAlignerOrder, patient: without(s.samplePatient, 'name'), markers: {} },
      [],
    );
    expect(missing.map(m => m.status)).toEqual([
      Status.ClinicalInfoIncomplete,
      Status.ToothMarkersIncomplete,
      ...Array(9).fill(Status.PhotosIncomplete),
      Status.ModelsToProvide,
    ]);
    expect(missing[0]).toEqual({ status: Status.ClinicalInfoIncomplete, section: 'patient', field: 'name' });
  });

  it('requires crowding relief only with crowding', () => {
    const spaced = { ...s.sampleAlignerOrder, diagnosis: { ...s.sampleDiagnosis, flags: [93 as const] } };
    const prescription = without(s.sampleAlignerPrescription, 'crowdingRelief');
    expect(checkDraft({ ...spaced, prescription }, []).status).toBe(Status.PhotosIncomplete);
  });

  it('lists a missing address after missing models and before a missing tracking number', () => {
    const lacking = (data: Sections['data']) =>
      checkDraft({ ...s.sampleAlignerOrder, data }, files(...pictureUploadIds)).missing.map(
        m => `${m.status} ${m.field}`,
      );
    expect(lacking({})).toEqual(['8 models', '8 deliveryAddress']);
    expect(lacking({ courier: 2 })).toEqual(['8 deliveryAddress', '22 trackingNumber']);
    expect(lacking({ dataOrderNumber: 'D-100' })).toEqual(['8 deliveryAddress']);
  });

  it('does not mutate its input', () => {
    const frozen = Object.freeze({ ...s.sampleAlignerOrder });
    expect(checkDraft(frozen, Object.freeze(files(...pictureUploadIds)))).toEqual(
      checkDraft(frozen, files(...pictureUploadIds)),
    );
  });
});

describe('ordered arches', () => {
  it('are both arches for lingual cases and if unanswered', () => {
    expect(orderedArches({})).toEqual(['upper', 'lower']);
    expect(orderedArches({ method: 2, arch: 'upper' })).toEqual(['upper', 'lower']);
    expect(orderedArches({ method: 1, arch: 'lower' })).toEqual(['lower']);
  });
  it('need one STL each; a photo without a slot does not count', () => {
    expect(hasAllOrderedModels({ arch: 'lower' }, files('lower'))).toBe(true);
    expect(hasAllOrderedModels({ arch: 'lower' }, files('upper', 'after'))).toBe(false);
  });
});

describe('saving a section', () => {
  const save = (
    past = pastAt[Status.ToSubmit],
    name: keyof Sections = 'patient',
    value: unknown = s.samplePatient,
    who = doctor,
  ) => decisionOutcome(() => saveSection(stateOf(past), name, value, decisionContext(who)));
  it('records the changed fields and the new status; the value is sealed', () => {
    const { name: _name, ...rest } = s.samplePatient;
    expect(save(pastAt[Status.ToSubmit], 'patient', rest)).toEqual({
      events: [
        {
          type: 'SectionSaved',
          data: { to: Status.ClinicalInfoIncomplete, section: 'patient', fields: ['name'] },
          personal: { value: { patient: rest } },
        },
      ],
    });
  });
  it('appends no event if nothing changed', () => {
    expect(save()).toEqual({ events: [] });
  });
  it('accepts a partly filled section, also from an assistant', () => {
    expect(save(newCasePast(), 'patient', { name: '王芳' }, assistant)).toMatchObject({
      events: [{ data: { to: Status.ClinicalInfoIncomplete } }],
    });
  });
  it('keeps a rejected case at 20 even if fields are missing', () => {
    expect(save(pastAt[Status.SupervisorRejected], 'patient', {})).toMatchObject({
      events: [{ data: { to: Status.SupervisorRejected } }],
    });
  });
  it('checks sight of the case, then the position, then the status, then the input', () => {
    expect(save(pastAt[Status.ToSubmit], 'patient', { x: 1 }, doctor2)).toMatchObject({
      refusal: 'caseUnknown',
    });
    expect(save(pastAt[Status.ToAccept], 'patient', { x: 1 }, supervisor)).toMatchObject({
      refusal: 'notPermitted',
    });
    expect(save(pastAt[Status.ToAccept], 'patient', { x: 1 })).toMatchObject({ refusal: 'actionClosed' });
    expect(save(pastAt[Status.ToSubmit], 'patient', { x: 1 })).toEqual({
      refusal: 'badInput',
      issues: [{ path: 'x', issue: 'unknown-field' }],
    });
  });
  it('refuses a birth date in the future', () => {
    expect(
      save(pastAt[Status.ToSubmit], 'patient', { ...s.samplePatient, birthDate: '2026-03-02' }),
    ).toMatchObject({
      events: [{}],
    });
    expect(save(pastAt[Status.ToSubmit], 'patient', { ...s.samplePatient, birthDate: '2026-03-03' })).toEqual(
      {
        refusal: 'badInput',
        issues: [{ path: 'birthDate', issue: 'date-future' }],
      },
    );
  });
});

describe('the visit date', () => {
  const issuesOf = (visitDate: string) =>
    decisionOutcome(() =>
      saveSection(
        stateOf(pastAt[Status.ToSubmit]),
        'patient',
        { ...s.samplePatient, visitDate },
        decisionContext(doctor),
      ),
    );
  it('is at most two years ahead', () => {
    expect(issuesOf('2028-03-02')).toMatchObject({ events: [{}] });
    for (const day of ['2028-03-03', '9999-12-31'])
      expect(issuesOf(day)).toEqual({
        refusal: 'badInput',
        issues: [{ path: 'visitDate', issue: 'date-far', values: { years: 2 } }],
      });
  });
});

describe('files of a draft', () => {
  const put = (past: CasePast, id: string, who = doctor) =>
    decisionOutcome(() => attachFile(stateOf(past), uploads.get(id) ?? never(), decisionContext(who)));
  const never = (): never => {
    throw new Error('world.ts lacks the upload');
  };
  it('change the status when attached or removed', () => {
    expect(put(pastAt[Status.ModelsToProvide], 'upper')).toMatchObject({
      events: [{ data: { to: Status.ModelsToProvide }, personal: { name: 'upper.bin' } }],
    });
    const almost = attachFiles(pastAt[Status.ModelsToProvide], ['upper']);
    expect(put(almost, 'lower')).toMatchObject({ events: [{ data: { to: Status.ToSubmit } }] });
    expect(
      decisionOutcome(() =>
        removeFile(stateOf(pastAt[Status.ToSubmit]), 'mouth-left', decisionContext(doctor)),
      ),
    ).toMatchObject({
      events: [{ type: 'FileRemoved', data: { to: Status.PhotosIncomplete } }],
    });
  });
  it('swap slots when moved to an occupied slot, and leave their own slot empty otherwise', () => {
    const move = (past: CasePast, id: string, slot: Slot, who = doctor) =>
      decisionOutcome(() => moveFile(stateOf(past), id, { slot }, decisionContext(who)));
    const swap = [
      { fileId: 'mouth-left', slot: 'mouth-right' },
      { fileId: 'mouth-right', slot: 'mouth-left' },
    ];
    expect(move(pastAt[Status.ToSubmit], 'mouth-left', 'mouth-right')).toMatchObject({
      events: [{ type: 'FilesMoved', data: { to: Status.ToSubmit, places: swap } }],
    });
    const one = attachFiles(pastAt[Status.ModelsToProvide], ['upper']);
    expect(move(one, 'upper', 'lower')).toMatchObject({
      events: [{ data: { to: Status.ModelsToProvide, places: [{ fileId: 'upper', slot: 'lower' }] } }],
    });
    const after = stateOf(
      recordEvents(
        pastAt[Status.ToSubmit],
        moveFile(
          stateOf(pastAt[Status.ToSubmit]),
          'mouth-left',
          { slot: 'mouth-right' },
          decisionContext(doctor),
        ),
      ),
    );
    expect(after.files.find(f => f.slot === 'mouth-right')).toMatchObject({ id: 'mouth-left' });
    expect(after.files.map(f => f.id)).toEqual(stateOf(pastAt[Status.ToSubmit]).files.map(f => f.id));
    // Moving a file between photo and radiograph slots changes its kind.
    const crossed = stateOf(
      recordEvents(
        pastAt[Status.ToSubmit],
        moveFile(
          stateOf(pastAt[Status.ToSubmit]),
          'panoramic',
          { slot: 'mouth-left' },
          decisionContext(doctor),
        ),
      ),
    );
    const kindAt = (slot: Slot) => crossed.files.filter(f => f.slot === slot).map(f => `${f.id} ${f.kind}`);
    expect(kindAt('mouth-left')).toEqual(['panoramic photo']);
    expect(kindAt('panoramic')).toEqual(['mouth-left radiograph']);
    expect(move(pastAt[Status.ToSubmit], 'mouth-left', 'mouth-left')).toMatchObject({ events: [] });
    expect(move(pastAt[Status.ToSubmit], 'nothing', 'mouth-left')).toMatchObject({ refusal: 'notFound' });
    expect(move(pastAt[Status.ToSubmit], 'mouth-left', 'upper')).toMatchObject({
      issues: [{ issue: 'file-slot' }],
    });
    expect(move(attachFiles(pastAt[Status.ToSubmit], ['zip']), 'zip', 'upper')).toMatchObject({
      issues: [{ issue: 'file-slot' }],
    });
    expect(move(pastAt[Status.ToSubmit], 'mouth-left', 'mouth-right', technician)).toMatchObject({
      refusal: 'caseUnknown',
    });
  });
  it('replace only the file in their slot', () => {
    const state = stateOf(attachFiles(pastAt[Status.ToSubmit], ['upper-2', 'after', 'zip']));
    expect(state.files.filter(f => f.slot === 'upper').map(f => f.id)).toEqual(['upper-2']);
    expect(state.files).toHaveLength(stateOf(pastAt[Status.ToSubmit]).files.length + 2);
    expect(state.files.at(-1)).toMatchObject({ name: 'zip.bin', by: doctor.id });
  });
  it('need a kind that drafts accept and a slot of that kind', () => {
    expect(put(pastAt[Status.ToSubmit], 'plan-any')).toMatchObject({
      refusal: 'badInput',
      issues: [{ path: 'kind' }],
    });
    expect(put(pastAt[Status.ToSubmit], 'face')).toMatchObject({ refusal: 'badInput' });
    const wrong = { ...(uploads.get('upper') ?? never()), kind: 'photo' as const };
    expect(
      decisionOutcome(() => attachFile(stateOf(pastAt[Status.ToSubmit]), wrong, decisionContext(doctor))),
    ).toEqual({
      refusal: 'badInput',
      issues: [{ path: 'slot', issue: 'file-slot' }],
    });
  });
  it('without a slot are limited to fifty; the limit does not affect files with a slot', () => {
    const zip = uploads.get('zip') ?? never();
    const one = (n: number) => ({ ...zip, id: `zip-${n}` });
    const attached = (past: CasePast, n: number) =>
      recordEvents(past, attachFile(stateOf(past), one(n), decisionContext(doctor)));
    const full = Array.from({ length: 50 }, (_, n) => n).reduce(attached, pastAt[Status.ToSubmit]);
    expect(decisionOutcome(() => attachFile(stateOf(full), one(50), decisionContext(doctor)))).toEqual({
      refusal: 'badInput',
      issues: [{ path: 'file', issue: 'file-limit', values: { max: 50 } }],
    });
    expect(put(full, 'upper-2')).toMatchObject({ events: [{ type: 'FileAttached' }] });
    const less = recordEvents(full, removeFile(stateOf(full), 'zip-7', decisionContext(doctor)));
    expect(decisionOutcome(() => attachFile(stateOf(less), one(50), decisionContext(doctor)))).toMatchObject({
      events: [{ type: 'FileAttached' }],
    });
  });
  it('cannot be removed if the case does not have them', () => {
    expect(
      decisionOutcome(() => removeFile(stateOf(pastAt[Status.ToSubmit]), 'nothing', decisionContext(doctor))),
    ).toMatchObject({
      refusal: 'notFound',
    });
  });
  it('cannot be attached after the draft stage', () => {
    expect(put(pastAt[Status.CaseProcessing], 'upper-2')).toMatchObject({ refusal: 'actionClosed' });
  });
});

describe('submitting a case', () => {
  it('leads from 9 to 10 and records the time', () => {
    const state = given(pastAt[Status.ToSubmit])
      .when('submitCase', doctor)
      .then({ type: 'CaseSubmitted', data: { to: Status.ToAccept } });
    expect(state.submittedAt).toBe('2026-03-02T09:00:00.000Z');
  });
  it('is permitted to the owner only', () => {
    given(pastAt[Status.ToSubmit]).when('submitCase', assistant).refused('notPermitted');
  });
  it('is refused if the case changed since the revision that the doctor saw; names the changed section', () => {
    const seen = stateOf(pastAt[Status.ToSubmit]).revision;
    given(pastAt[Status.ToSubmit])
      .when('submitCase', doctor, { revision: seen })
      .then({ type: 'CaseSubmitted' });
    const past = fillSections(pastAt[Status.ToSubmit], {
      prescription: { ...s.sampleAlignerOrder.prescription, extraction: 'not-sure' },
    });
    given(past).when('submitCase', doctor, { revision: seen }).refused('staleCase', 'prescription: stale');
    given(past)
      .when('submitCase', doctor, { revision: seen + 1 })
      .then({ type: 'CaseSubmitted' });
    given(attachFiles(pastAt[Status.ToSubmit], ['upper-2']))
      .when('submitCase', doctor, { revision: seen })
      .refused('staleCase');
  });
  it('checks completeness again: at 20, an incomplete case is refused with its missing fields', () => {
    const past = fillSections(pastAt[Status.SupervisorRejected], { patient: {} });
    given(past)
      .when('submitCase', doctor)
      .refused('caseIncomplete', ...Object.keys(s.samplePatient).map(f => `patient.${f}: required`));
  });
  it('checks the sections, not the recorded status', () => {
    const claimed = recordEvents(newCasePast(), [
      {
        type: 'SectionSaved',
        data: { to: Status.ToSubmit, section: 'patient', fields: [] },
        personal: { value: {} },
      },
    ]);
    given(claimed).when('submitCase', doctor).refused('noClinicalInfo');
  });
  it('is refused with code 102026 (noClinicalInfo) without a diagnosis', () => {
    given(newCasePast()).when('submitCase', doctor).refused('noClinicalInfo');
    given(fillSections(pastAt[Status.SupervisorRejected], { diagnosis: {} }))
      .when('submitCase', doctor)
      .refused('noClinicalInfo');
    given(pastAt[Status.PhotosIncomplete]).when('submitCase', doctor).refused('actionClosed');
    expect(hasClinicalInfo(s.sampleAlignerOrder)).toBe(true);
  });
  it('removes the reason of an earlier rejection', () => {
    expect(stateOf(pastAt[Status.SupervisorRejected]).denial).toMatchObject({
      by: supervisor.id,
      note: 'The upper scan misses 17 and 27.',
    });
    expect(
      given(pastAt[Status.SupervisorRejected]).when('submitCase', doctor).then({ type: 'CaseSubmitted' })
        .denial,
    ).toBe(null);
  });
  it('is undone by a withdrawal, which removes the time of submission', () => {
    const state = given(pastAt[Status.ToAccept])
      .when('withdraw', doctor)
      .then({ type: 'CaseWithdrawn', data: { to: Status.ToSubmit } });
    expect(state.submittedAt).toBe(null);
  });
});

describe('deleting a draft', () => {
  it('hides the case from everybody, including its owner', () => {
    const gone = recordEvents(pastAt[Status.AlignerSetupIncomplete], [{ type: 'DraftDeleted', data: {} }]);
    for (const viewer of [doctor, assistant, supervisor])
      given(gone).when('deleteDraft', viewer).refused('caseUnknown');
  });
  it('is possible for a rejected case, not for a submitted one', () => {
    given(pastAt[Status.SupervisorRejected]).when('deleteDraft', doctor).then({ type: 'DraftDeleted' });
    given(pastAt[Status.ToAccept]).when('deleteDraft', doctor).refused('actionClosed');
  });
  it('gives the same refusal for a case that never existed', () => {
    given([]).when('deleteDraft', doctor).refused('caseUnknown');
  });
});
