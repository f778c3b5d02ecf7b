/** Plays one case of the demo. Every change goes through `perform`, like people's changes. */

import type { Upload } from '#events/case/action-definition.ts';
import { type CaseState, initialCaseState } from '#events/case/case.ts';
import type { NamedAction } from '#events/case/decider.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import type { Viewer } from '#events/person/position.ts';
import type { InputChoices } from '#events/script/inputs.ts';
import { constantRandom } from '#events/script/random.ts';
import { inputOfAction } from '#events/script/script.ts';
import { type Clock, dayInZone } from '../clock/clock.ts';
import type { CaseCommands } from '../command/case-commands.ts';
import type { UploadRecord } from '../files/upload-record.ts';
import { type CaseRecords, createCaseRecords } from './case-records.ts';
import { type BilingualText, type DemoCaseTexts, demoCaseTexts } from './case-texts.ts';
import type { DemoCaseSpec } from './cases.ts';
import { caseParticularsOf, viewersByRole } from './casting.ts';
import { demoIdOf } from './demo-id.ts';
import type { DemoCaseRole } from './demo-step.ts';
import type { FileContent, FileContents } from './file-content.ts';
import { type DemoTreatment, demoTreatments } from './prescriptions.ts';

export type DemoPlayContext = {
  perform: CaseCommands;
  clock: Clock;
  contents: FileContents;
  /** Finished uploads by id, as `perform` looks them up. */
  uploads: Map<string, { caseId: string; upload: Upload }>;
  /** Uploads that will be written to disk: record and bytes. */
  kept: { record: UploadRecord; content: FileContent }[];
  players: Map<string, CasePlayer>;
};

/** A case as its steps see it: its state, people and files, and functions that change it. */
export type CasePlayer = {
  readonly spec: DemoCaseSpec;
  readonly treatment: DemoTreatment;
  readonly state: CaseState;
  readonly assignee: Viewer;
  readonly patient: Sections['patient'];
  readonly delivery: Record<string, unknown>;
  readonly diagnosis: Sections['diagnosis'];
  readonly records: CaseRecords;
  readonly words: DemoCaseTexts;
  /** Returns a text in the case's language. */
  say(said: BilingualText): string;
  /** Returns today's date at the clinic. */
  today(): string;
  /** Returns a tracking number in a courier's format. */
  tracking(): string;
  create(): Promise<void>;
  /** Continues with the case that its parent's refinement opened. */
  adopt(): Promise<void>;
  /** Tells the parent that this refinement is completed. */
  endParent(): Promise<void>;
  save(section: SectionName, value: unknown): Promise<void>;
  act(by: DemoCaseRole, action: NamedAction, input: unknown): Promise<void>;
  /** Runs an action with the script's input. @param change fields that replace fields of the script's input */
  take(by: DemoCaseRole, action: NamedAction, change?: object): Promise<void>;
  attach(by: DemoCaseRole, kind: FileKind, slot: Slot): Promise<void>;
};

export function createCasePlayer(spec: DemoCaseSpec, stage: DemoPlayContext): CasePlayer {
  const { perform, clock } = stage;
  const treatment: DemoTreatment = demoTreatments[spec.treatment];
  const roles = viewersByRole(spec);
  const { owner } = roles;
  let count = 0;
  let state: CaseState = initialCaseState;

  const command = () => ({ caseId: state.caseId, commandId: demoIdOf(`${spec.key}/${count++}`) });
  const records = createCaseRecords(spec, stage, { caseId: () => state.caseId, roles });

  const handOf = (by: DemoCaseRole): InputChoices => ({
    random: constantRandom,
    today: dayInZone('Asia/Shanghai', clock.now()),
    technicians: [roles.assignee.id],
    upload: ({ kind, slot }) => {
      if (slot === null) throw new Error(`the demo has no ${kind} without a slot`);
      return records.add(by, kind, slot).id;
    },
  });

  const player: CasePlayer = {
    spec,
    treatment,
    get state() {
      return state;
    },
    assignee: roles.assignee,
    ...caseParticularsOf(spec),
    records,
    words: demoCaseTexts[spec.tongue],
    say: said => said[spec.tongue],
    today: () => dayInZone('Asia/Shanghai', clock.now()),
    tracking: () =>
      `SF${Number.parseInt(demoIdOf(`${spec.key}/${count}`).slice(0, 8), 16)
        .toString()
        .padStart(12, '0')}`,
    async create() {
      ({ state } = await perform.createCase(owner, { commandId: command().commandId }));
    },
    async adopt() {
      const caseId = stage.players.get(spec.parent ?? '')?.state.childId ?? '';
      const { commandId } = command();
      const value = player.patient;
      ({ state } = await perform.saveSection(owner, { caseId, commandId, section: 'patient', value }));
    },
    async endParent() {
      const parent = stage.players.get(spec.parent ?? '');
      await parent?.act('system', 'refinementEnded', { childId: state.caseId, how: 'completed' });
    },
    async save(section: SectionName, value: unknown) {
      const defined: unknown = JSON.parse(JSON.stringify(value));
      ({ state } = await perform.saveSection(owner, { ...command(), section, value: defined }));
    },
    async act(by: DemoCaseRole, action: NamedAction, input: unknown) {
      ({ state } = await perform.perform(roles[by], { ...command(), action, input }));
    },
    async take(by: DemoCaseRole, action: NamedAction, change?: object) {
      const input = { ...inputOfAction(action, state, handOf(by)), ...change };
      await player.act(by, action, JSON.parse(JSON.stringify(input)));
    },
    async attach(by: DemoCaseRole, kind: FileKind, slot: Slot) {
      ({ state } = await perform.attach(roles[by], { ...command(), upload: records.add(by, kind, slot) }));
    },
  };
  return player;
}
