/** One case of the demo being played: every change goes through perform, as people's do. */

import type { Upload } from '#events/case/action-definition.ts';
import { type CaseState, initial } from '#events/case/case.ts';
import type { NamedAction } from '#events/case/decider.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import type { Viewer } from '#events/person/position.ts';
import type { InputChoices } from '#events/script/inputs.ts';
import { constantRandom } from '#events/script/random.ts';
import { inputOf } from '#events/script/script.ts';
import { type Clock, dayIn } from '../clock/clock.ts';
import type { Perform } from '../command/perform.ts';
import type { UploadRecord } from '../files/upload-record.ts';
import type { CaseSpec } from './cases.ts';
import { particularsOf, rolesOf } from './casting.ts';
import type { Content, Contents } from './content.ts';
import { demoId } from './demo-id.ts';
import { type Treatment, treatments } from './prescriptions.ts';
import { createRecords, type Records } from './records.ts';
import type { Role } from './step.ts';
import { type Said, type Texts, texts } from './words.ts';

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

/** What a step has at hand: the case as it stands, what belongs to it, and the ways to change it. */
export type Player = {
  readonly spec: CaseSpec;
  readonly treatment: Treatment;
  readonly state: CaseState;
  readonly assignee: Viewer;
  readonly patient: Sections['patient'];
  readonly delivery: Record<string, unknown>;
  readonly diagnosis: Sections['diagnosis'];
  readonly records: Records;
  readonly words: Texts;
  /** In the language of the case. */
  say(said: Said): string;
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
  /** Takes an action with the script's input. @param change fields in place of the script's */
  take(by: Role, action: NamedAction, change?: object): Promise<void>;
  attach(by: Role, kind: FileKind, slot: Slot): Promise<void>;
};

export function createPlayer(spec: CaseSpec, stage: Stage): Player {
  const { perform, clock } = stage;
  const treatment: Treatment = treatments[spec.treatment];
  const roles = rolesOf(spec);
  const { owner } = roles;
  let count = 0;
  let state: CaseState = initial;

  const command = () => ({ caseId: state.caseId, commandId: demoId(`${spec.key}/${count++}`) });
  const records = createRecords(spec, stage, { caseId: () => state.caseId, roles });

  const handOf = (by: Role): InputChoices => ({
    random: constantRandom,
    today: dayIn('Asia/Shanghai', clock.now()),
    technicians: [roles.assignee.id],
    upload: ({ kind, slot }) => {
      if (slot === null) throw new Error(`the demo has no ${kind} without a slot`);
      return records.add(by, kind, slot).id;
    },
  });

  const player: Player = {
    spec,
    treatment,
    get state() {
      return state;
    },
    assignee: roles.assignee,
    ...particularsOf(spec),
    records,
    words: texts[spec.tongue],
    say: said => said[spec.tongue],
    today: () => dayIn('Asia/Shanghai', clock.now()),
    tracking: () =>
      `SF${Number.parseInt(demoId(`${spec.key}/${count}`).slice(0, 8), 16)
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
    async act(by: Role, action: NamedAction, input: unknown) {
      ({ state } = await perform.perform(roles[by], { ...command(), action, input }));
    },
    async take(by: Role, action: NamedAction, change?: object) {
      const input = { ...inputOf(action, state, handOf(by)), ...change };
      await player.act(by, action, JSON.parse(JSON.stringify(input)));
    },
    async attach(by: Role, kind: FileKind, slot: Slot) {
      ({ state } = await perform.attach(roles[by], { ...command(), upload: records.add(by, kind, slot) }));
    },
  };
  return player;
}
