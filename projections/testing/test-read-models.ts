/** Read models over an in-memory log for tests: events are appended one at a time and folded live. */
import { Status } from '#events/case/status.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import type { EventPayload, NewEvent } from '#events/envelope.ts';
import type { Person } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { ReadModels } from '../contract.ts';
import type { PresentCtx } from '../present.ts';
import { openReadModels } from '../readmodels.ts';
import { directoryEventsOfWalk } from './people.ts';
import { testClock } from './walk-models.ts';

export type TestReadModels = {
  models: ReadModels;
  /** Appends a person's events to the case's stream, a minute apart, and waits for the rows. */
  say: (caseId: string, by: string, ...events: CaseEvent[]) => Promise<void>;
  /** Appends to any stream. */
  append: (stream: string, by: string, ...events: EventPayload[]) => Promise<void>;
  /** The context of a person of the directory. */
  as: (personId: string, hidden?: boolean) => PresentCtx;
  close: () => Promise<void>;
};

/** Sets up the directory of a walk, with more people if given, and no case. */
export async function openTestReadModels(...more: DirectoryEvent[]): Promise<TestReadModels> {
  const store = createMemoryStore({ id: 'given-log' });
  let said = 0;
  const stamp = (by: string, e: EventPayload): NewEvent => {
    said += 1;
    const at = new Date(Date.parse('2026-11-01T00:00:00.000Z') + said * 60_000).toISOString();
    return { ...e, id: `e${said}`, at, by };
  };
  const models = await openReadModels({ store, dir: ':memory:', clock: testClock });
  const append: TestReadModels['append'] = async (stream, by, ...events) => {
    const { position } = await store.append(
      stream,
      'any',
      events.map(e => stamp(by, e)),
    );
    if (!(await models.reached(position, 120_000))) throw new Error('the rows did not follow');
  };
  // The boundary: typed events become payloads of the log.
  const payloads = (events: readonly (CaseEvent | DirectoryEvent)[]) => events as unknown as EventPayload[];
  await append('directory', 'system', ...payloads([...directoryEventsOfWalk, ...more]));
  return {
    models,
    append,
    say: (caseId, by, ...events) => append(`case-${caseId}`, by, ...payloads(events)),
    as: (personId, hidden = false) => {
      const person: Person | undefined = models.directory().people.get(personId);
      if (!person) throw new Error(`unknown person ${personId}`);
      return {
        viewer: viewerOf(person, testClock.now()),
        hidden,
        person: models.personRef,
        logId: models.logId,
      };
    },
    close: () => models.close(),
  };
}

/** A case of `doctor`, up to a plan that the doctor approved and a parcel that was lost. */
export const eventsOfApprovedCase: readonly (readonly [by: string, event: CaseEvent])[] = [
  [
    'doctor',
    {
      type: 'CaseCreated',
      data: {
        to: Status.ClinicalInfoIncomplete,
        caseId: 'C2K7QM',
        ownerId: 'doctor',
        orgId: 'main',
        servedBy: 'main',
        parentId: null,
      },
    },
  ],
  [
    'doctor',
    {
      type: 'SectionSaved',
      data: { to: Status.ClinicalInfoIncomplete, section: 'patient', fields: ['name'] },
      personal: {
        value: {
          patient: {
            name: '张伟',
            gender: 1,
            birthDate: '1990-01-02',
            address: '天河路 1 号',
            clinic: '仁爱口腔',
            outsideCaseNumber: 'A-1023',
          },
        },
      },
    },
  ],
  [
    'doctor',
    {
      type: 'SectionSaved',
      data: { to: Status.PhotosIncomplete, section: 'data', fields: ['receiver', 'deliveryAddress'] },
      personal: {
        value: {
          data: {
            receiver: '王医生',
            deliveryAddress: {
              consignee: '李小姐',
              phone: '13812341234',
              address: '天河路 1 号',
              zip: '510000',
              clinic: '仁爱口腔',
            },
          },
        },
      },
    },
  ],
  [
    'doctor',
    {
      type: 'FileAttached',
      data: {
        to: Status.ToSubmit,
        file: { id: 'f1', kind: 'photo', slot: 'face-frontal', sha256: 'aa', size: 3, mime: 'image/jpeg' },
      },
      personal: { name: '张伟 face.jpg' },
    },
  ],
  [
    'doctor',
    {
      type: 'FileAttached',
      data: {
        to: Status.ToSubmit,
        file: { id: 'f2', kind: 'stl', slot: 'upper', sha256: 'bb', size: 3, mime: 'model/stl' },
      },
      personal: { name: '张伟 upper.stl' },
    },
  ],
  ['doctor', { type: 'CaseSubmitted', data: { to: Status.ToAccept } }],
  ['supervisor', { type: 'CaseAccepted', data: { to: Status.CaseProcessing } }],
  [
    'system',
    {
      type: 'ModelsPrepared',
      data: { to: Status.ToDistribute, models: [{ fileId: 'f2', triangles: 4, box: [0, 0, 0, 1, 1, 1] }] },
    },
  ],
  [
    'supervisor',
    {
      type: 'CaseAllocated',
      data: { to: Status.PlanUnderDesign, assigneeId: 'technician' },
      personal: { note: '加急' },
    },
  ],
  [
    'technician',
    { type: 'InfoRequested', data: { to: Status.InfoRequested }, personal: { note: '请补拍 37' } },
  ],
  [
    'assistant',
    { type: 'InfoAnswered', data: { to: Status.PlanUnderDesign, files: [] }, personal: { note: '已补' } },
  ],
];

const plan = { version: 1, upperStages: 4, lowerStages: 2, files: [], bundle: 'cc' };
const stages = { upper: { from: 1, to: 4 }, lower: { from: 1, to: 2 } };

/** Production of the same case: planned, refused once with a note, approved, produced, shipped, lost. */
export const eventsOfProduction: readonly (readonly [by: string, event: CaseEvent])[] = [
  [
    'technician',
    {
      type: 'PlanSubmitted',
      data: { to: Status.PlanAwaitingExpert, ...plan },
      personal: { name: 'Plan 1', instructions: '先扩弓', names: {} },
    },
  ],
  [
    'expert',
    {
      type: 'PlanExpertReviewed',
      data: { to: Status.PlanAwaitingDoctor, version: 1, result: 'approved', bundle: 'cc' },
      personal: { note: '可以' },
    },
  ],
  [
    'doctor',
    {
      type: 'PlanDoctorReviewed',
      data: { to: Status.PrepareProduction, version: 1, result: 'approved', bundle: 'cc' },
      personal: { note: '同意' },
    },
  ],
  [
    'vendor',
    { type: 'ProductionScheduled', data: { to: Status.InProduction, batch: 1, ...stages, bundle: 'cc' } },
  ],
  [
    'vendor',
    {
      type: 'BatchShipped',
      data: {
        to: Status.Shipping,
        batch: 1,
        shipment: 1,
        courier: 2,
        trackingNumber: 'EMS123456789',
        ...stages,
        quantity: 6,
        first: true,
      },
    },
  ],
  [
    'doctor',
    {
      type: 'ShipmentLost',
      data: { to: Status.PrepareProduction, shipment: 1 },
      personal: { note: '没有收到' },
    },
  ],
];
