/**
 * Generated inputs of actions, for test pasts, walks, the demo and load tests. An input is the action's example with
 * today's date and with the case's own values. A new action needs an entry only if its example refers to a part of a
 * case. Imports no schema, so that k6 can run this in load tests.
 */

import type { CaseState } from '../case/case.ts';
import type { NamedAction } from '../case/decider.ts';
import { limits } from '../case/limits.ts';
import { type FileKind, type Slot, slots } from '../case/options.ts';
import { type Reason, reasonsOffered } from '../case/reasons.ts';
import { rulesOf } from '../case/rules.ts';
import { Status } from '../case/status.ts';
import { type CaseShipmentsState, noShipments } from '../shipment/shipment.ts';
import { discussionInputMakers } from './discussion-inputs.ts';
import { followUpInputMakers } from './follow-up.ts';
import type { Random } from './random.ts';

/** A file that an input needs. `stages`: stage counts of a plan's file. */
export type FileRequest = { kind: FileKind; slot: Slot | null; stages?: { upper: number; lower: number } };

/** Choices for an input: uploads, date, technicians and randomness. */
export type InputChoices = {
  random: Random;
  /** Uploads a file to the case; returns its id. */
  upload: (wish: FileRequest) => string;
  /** Today, yyyy-mm-dd. */
  today: string;
  /** Ids of technicians to whom the case can be assigned. */
  technicians: readonly string[];
};

/** The facts of a case that inputs depend on. */
export type ActionInputFacts = CaseShipmentsState &
  Pick<
    CaseState,
    | 'status'
    | 'sections'
    | 'files'
    | 'request'
    | 'plans'
    | 'targets'
    | 'comments'
    | 'requests'
    | 'wear'
    | 'missed'
    | 'trays'
    | 'retainers'
    | 'records'
    | 'visits'
  >;

/** Default facts of a case at a status. */
export const inputFactsAt = (status: ActionInputFacts['status']): ActionInputFacts => ({
  ...noShipments,
  status,
  sections: { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} },
  files: [],
  request: null,
  plans: [],
  targets: [],
  comments: [],
  requests: [],
  wear: null,
  missed: [],
  trays: [],
  retainers: [],
  records: [],
  visits: [],
});

/** Computes the fields that replace those of the example. */
type Change = (s: ActionInputFacts, hand: InputChoices) => object;
export type InputChanges = { readonly [A in NamedAction]?: Change };

const numberOf = ({ random }: InputChoices) => `SF${100000 + random.below(900000)}`;

function bundle(_s: ActionInputFacts, { random, upload }: InputChoices) {
  const [upper, lower] = [1 + random.below(6), random.below(6)];
  const name = `Plan ${random.below(100)}`;
  const files = [upload({ kind: 'plan', slot: null, stages: { upper, lower } })];
  return { name, upperStages: upper, lowerStages: lower, files };
}

const review: Change = (_s, { random }) =>
  random.chance(0.75) ? { result: 'approved' } : { result: 'refused', note: '13 的附件太高。' };

function refusedModels(s: ActionInputFacts) {
  const models = s.files.filter(f => f.kind === 'stl' && f.slot !== null);
  return {
    defects: models.slice(0, 1).map(f => ({ fileId: f.id, slot: f.slot, defects: ['not-a-number'] })),
  };
}

function outcome(s: ActionInputFacts, { random, upload }: InputChoices) {
  const open =
    s.status === Status.Suspended
      ? 3
      : s.status === Status.AwaitingNextBatch
        ? 2 + random.below(3)
        : 1 + random.below(4);
  const photos = [upload({ kind: 'photo', slot: null })];
  return { outcome: open, photos, xrays: [upload({ kind: 'radiograph', slot: null })] };
}

/** The arches to scan. A lingual order names none, and therefore gets both. */
const arches = ({ sections: { prescription } }: ActionInputFacts) =>
  (['upper', 'lower'] as const).filter(arch => [undefined, 'both', arch].includes(prescription.arch));

const technicianOf: Change = (_s, { random, technicians }) => ({ technicianId: random.pick(technicians) });

const changes: InputChanges = {
  modelsRefused: refusedModels,
  scansRecorded: (s, { upload }) => ({ files: arches(s).map(slot => upload({ kind: 'stl', slot })) }),
  answer: (s, { upload }) => ({
    files: slots.stl
      .filter(slot => s.request?.defects.some(d => d.slot === slot))
      .map(slot => upload({ kind: 'stl', slot })),
  }),
  allocateCase: technicianOf,
  reassign: technicianOf,
  submitTarget: bundle,
  submitPlan: bundle,
  // Without stages, all open stages are scheduled.
  scheduleProduction: () => ({ upper: undefined, lower: undefined }),
  ship: (_s, hand) => ({ courier: hand.random.pick([1, 2, 7]), trackingNumber: numberOf(hand) }),
  complete: outcome,
  ...discussionInputMakers,
  ...followUpInputMakers,
};

const isReview = (action: NamedAction) => rulesOf(action).some(rule => rule.needs === 'review');

/** Share of inputs with reasons: they are optional. */
const reasonsShare = 0.5;

/** Draws up to three reasons that the action offers; often none, as in practice and in older events. */
function someReasons(action: NamedAction, random: Random): Reason[] | undefined {
  const offered = reasonsOffered(action);
  if (offered.length === 0 || !random.chance(reasonsShare)) return undefined;
  const count = 1 + random.below(limits.reasons);
  return [...new Set(Array.from({ length: count }, () => random.pick(offered)))];
}

/** Returns the reasons of an input, or nothing for an action or result that takes none. */
function reasonsOf(action: NamedAction, input: { result?: unknown }, random: Random): object {
  if (reasonsOffered(action).length === 0 || input.result === 'approved') return {};
  return { reasons: someReasons(action, random) };
}

/** Names of date fields, which get today's date. */
const days: readonly string[] = ['date', 'on', 'start'];

/** An action with its example, and optionally a change that replaces the default one. */
export type ScriptedAction = { action: NamedAction; example: object; change?: Change };

/** Returns the input of an action on a case. */
export function scriptedInput(
  { action, example, change }: ScriptedAction,
  s: ActionInputFacts,
  hand: InputChoices,
): object {
  const today = Object.keys(example).flatMap(field => (days.includes(field) ? [[field, hand.today]] : []));
  const usual = changes[action] ?? (isReview(action) ? review : undefined);
  const input = { ...example, ...Object.fromEntries(today), ...(change ?? usual)?.(s, hand) };
  return { ...input, ...reasonsOf(action, input, hand.random) };
}

/**
 * Resolves with the input of an action after the upload of its files.
 * @param bring resolves with the file's id
 */
export async function uploadFilesForScriptedInput(
  asked: ScriptedAction,
  s: ActionInputFacts,
  hand: Omit<InputChoices, 'upload'>,
  bring: (wish: FileRequest) => Promise<string>,
): Promise<object> {
  const wishes: FileRequest[] = [];
  const placeOf = (n: number) => `wish-${n}`;
  const upload = (wish: FileRequest) => placeOf(wishes.push(wish) - 1);
  const input = scriptedInput(asked, s, { ...hand, upload });
  const ids = new Map<unknown, string>();
  for (const [n, wish] of wishes.entries()) ids.set(placeOf(n), await bring(wish));
  return JSON.parse(JSON.stringify(input), (_field, value) => ids.get(value) ?? value);
}
