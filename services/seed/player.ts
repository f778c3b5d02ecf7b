/** One case of the demo being played: every change goes through perform, as people's do. */
import { v5 } from 'uuid';
import { type CaseState, initial } from '#events/case/case.ts';
import type { Upload } from '#events/case/decide.ts';
import type { NamedAction } from '#events/case/decider.ts';
import { systemViewer } from '#events/case/may.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import { slots } from '#events/case/options.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, dayIn, isoNow } from '../clock.ts';
import type { UploadRecord } from '../files/record.ts';
import type { Perform } from '../perform.ts';
import type { CaseSpec } from './cases.ts';
import type { Content, Contents } from './content.ts';
import { clinics, viewerOf } from './people.ts';
import { type Treatment, treatments } from './prescriptions.ts';
import type { Role } from './steps.ts';
import { type TextKey, texts } from './words.ts';

/** Ids of the demo follow from it: played again they are the same. */
const namespace = '5b0b1a57-6b0e-5f0c-8b53-0e5d7d0b9a11';

export type Stage = {
  perform: Perform;
  clock: Clock;
  contents: Contents;
  /** Finished uploads by id, as perform looks them up. */
  uploads: Map<string, { caseId: string; upload: Upload }>;
  /** What is to be kept: the record and its bytes. */
  kept: { record: UploadRecord; content: Content }[];
  players: Map<string, Player>;
};

/** Models of triangles, in mm: what preparing finds in the demo's. */
const facts = { triangles: 18_600, box: [-36.3, -3.3, -12, 36.3, 52.5, 12] };

/** What a step has at hand: the case as it stands, what belongs to it, and the ways to change it. */
export type Player = {
  readonly spec: CaseSpec;
  readonly treatment: Treatment;
  readonly state: CaseState;
  readonly assignee: Viewer;
  readonly patient: Sections['patient'];
  readonly delivery: Record<string, unknown>;
  readonly diagnosis: Sections['diagnosis'];
  text(key: TextKey): string;
  /** The day it is at the clinic. */
  today(): string;
  /** A number as couriers give them. */
  tracking(): string;
  create(): Promise<void>;
  /** Goes on with the case that its parent's refinement opened. */
  adopt(): Promise<void>;
  /** Tells the parent that this refinement is completed. */
  endParent(): Promise<void>;
  save(section: SectionName, value: unknown): Promise<void>;
  act(by: Role, action: NamedAction, input: unknown): Promise<void>;
  attach(by: Role, kind: FileKind, slot: Slot): Promise<void>;
  /** A finished upload that an action may name; its id. */
  upload(by: Role, kind: FileKind, slot: Slot): string;
  design(action: 'submitTarget' | 'submitPlan'): Promise<void>;
  /** What the system says of its models. */
  prepared(): Promise<void>;
  refused(): Promise<void>;
  complete(): Promise<void>;
};

export function createPlayer(spec: CaseSpec, stage: Stage): Player {
  const { perform, clock, contents } = stage;
  const treatment: Treatment = treatments[spec.treatment];
  const owner = viewerOf(spec.owner);
  const at = clinics[spec.owner] ?? clinics.doctor;
  const words = texts[spec.tongue];
  let count = 0;
  let state: CaseState = initial;
  let caseId = '';

  const command = () => ({ caseId, commandId: v5(`${spec.key}/${count++}`, namespace) });
  const number = () => Number.parseInt(v5(`${spec.key}/${count}`, namespace).slice(0, 8), 16);
  const designerOf = (): Viewer => {
    if (spec.path === 'own design' || spec.owner === 'designer')
      return spec.path === 'own design' ? owner : viewerOf('technician2');
    if (spec.path === 'taken by the supervisor') return viewerOf('supervisor');
    return viewerOf(spec.owner === 'doctor' && spec.look !== 2 ? 'technician' : 'technician2');
  };
  const roles: Record<Role, Viewer> = {
    owner,
    // The assistant does the paperwork of about every other case of the doctor whom she serves.
    clerk: spec.owner === 'doctor' && spec.look === 0 ? viewerOf('assistant') : owner,
    assignee: designerOf(),
    expert: viewerOf('expert'),
    supervisor: viewerOf('supervisor'),
    service: viewerOf('service'),
    vendor: viewerOf('vendor'),
    system: systemViewer,
  };

  const contentOf = (kind: FileKind, slot: Slot | null): Content =>
    kind === 'stl'
      ? contents.model(slot === 'lower' ? 'lower' : 'upper', spec.look)
      : contents.picture(slot ?? 'panoramic', spec.look);
  const finished = (by: Role, kind: FileKind, slot: Slot | null, name: string, content: Content): Upload => {
    const { sha256, mime, stages, bytes } = content;
    const id = v5(`${spec.key}/file/${stage.uploads.size}`, namespace);
    const upload = { id, kind, slot, sha256, size: bytes.length, mime, name, ...(stages ? { stages } : {}) };
    const now = isoNow(clock);
    const record = {
      id,
      by: roles[by].id,
      orgId: owner.orgId,
      caseId,
      kind,
      slot,
      name,
      size: bytes.length,
      startedAt: now,
    };
    const done = { at: now, sha256, mime, ...(stages ? { stages } : {}) };
    stage.uploads.set(id, { caseId, upload });
    stage.kept.push({ record: { ...record, finished: done, due: false, kept: true }, content });
    return upload;
  };
  const picture = (by: Role, kind: FileKind, slot: Slot) =>
    finished(by, kind, slot, `${slot}.${kind === 'stl' ? 'stl' : 'png'}`, contentOf(kind, slot));

  const player: Player = {
    spec,
    treatment,
    get state() {
      return state;
    },
    assignee: roles.assignee,
    patient: {
      ...spec.patient,
      address: spec.tongue === 'zh' ? '上海市' : 'Shanghai',
      doctor: at?.doctor,
      clinic: at?.clinic,
      clinicAddress: at?.address,
    },
    delivery: {
      receiver: at?.doctor,
      deliveryAddress: {
        consignee: at?.doctor,
        phone: '021-62881266',
        address: at?.address,
        zip: at?.zip,
        clinic: at?.clinic,
      },
    },
    diagnosis: { ...treatment.diagnosis, complaint: words.complaint, info: words.info },
    text: key => words[key],
    today: () => dayIn('Asia/Shanghai', clock.now()),
    tracking: () =>
      `${owner.orgId === 'other' ? 'DE' : 'SF'}${String(number()).padStart(12, '0').slice(0, 12)}`,
    async create() {
      ({ state } = await perform.createCase(owner, { commandId: command().commandId }));
      caseId = state.caseId;
    },
    async adopt() {
      caseId = stage.players.get(spec.parent ?? '')?.state.childId ?? '';
      ({ state } = await perform.saveSection(owner, {
        ...command(),
        section: 'patient',
        value: player.patient,
      }));
    },
    async endParent() {
      const parent = stage.players.get(spec.parent ?? '');
      await parent?.act('system', 'refinementEnded', { childId: caseId, how: 'completed' });
    },
    async save(section: SectionName, value: unknown) {
      const defined: unknown = JSON.parse(JSON.stringify(value));
      ({ state } = await perform.saveSection(owner, { ...command(), section, value: defined }));
    },
    async act(by: Role, action: NamedAction, input: unknown) {
      ({ state } = await perform.perform(roles[by], { ...command(), action, input }));
    },
    async attach(by: Role, kind: FileKind, slot: Slot) {
      ({ state } = await perform.attach(roles[by], { ...command(), upload: picture(by, kind, slot) }));
    },
    upload: (by: Role, kind: FileKind, slot: Slot) => picture(by, kind, slot).id,
    async design(action: 'submitTarget' | 'submitPlan') {
      const version = (action === 'submitPlan' ? state.plans : state.targets).length + 1;
      const name = `${words.planName} ${version}`;
      const stages =
        action === 'submitTarget'
          ? { upper: 1, lower: treatment.stages.lower > 0 ? 1 : 0 }
          : treatment.stages;
      const plan = finished('assignee', 'plan', null, `plan-${version}.json`, contents.plan(name, stages));
      const counts = { upperStages: stages.upper, lowerStages: stages.lower };
      const input = { name, ...counts, instructions: words.instructions, files: [plan.id] };
      await player.act('assignee', action, input);
    },
    async prepared() {
      const models = state.files.filter(f => f.kind === 'stl').map(f => ({ fileId: f.id, ...facts }));
      await player.act('system', 'modelsPrepared', { models });
    },
    async refused() {
      const [model] = state.files.filter(f => f.kind === 'stl');
      if (model)
        await player.act('system', 'modelsRefused', {
          defects: [{ fileId: model.id, slot: model.slot, defects: ['too-large'] }],
        });
    },
    async complete() {
      const photos = slots.photo.slice(3, 6).map(slot => picture('owner', 'photo', slot).id);
      const xrays = [picture('owner', 'radiograph', 'panoramic').id];
      const input = { outcome: 1, date: player.today(), retainer: true, models: false, photos, xrays };
      await player.act('owner', 'complete', input);
    },
  };
  return player;
}
