/** Inputs of the actions after a shipment: wear, trays, retainers, visits, files of other kinds. */
import { addDays } from '../case/calendar.ts';
import { retainerStatus } from '../retainer/retainer.ts';
import { trayStatus } from '../tray/tray.ts';
import { unsettledMissedReports } from '../wear/wear.ts';
import type { ActionInputFacts, InputChanges, InputChoices } from './inputs.ts';

const trayAt = (s: ActionInputFacts, status: ReturnType<typeof trayStatus>) => ({
  tray: s.trays.find(tray => trayStatus(tray) === status)?.tray ?? 1,
});
const retainerAt = (s: ActionInputFacts, status: ReturnType<typeof retainerStatus>) => ({
  retainer: s.retainers.find(order => retainerStatus(order) === status)?.retainer ?? 1,
});
const firstMissed = (s: ActionInputFacts) => ({ missed: unsettledMissedReports(s.missed)[0]?.missed ?? 1 });

const archOf = ({ random }: InputChoices) => random.pick(['upper', 'lower'] as const);
const reasonOf = ({ random }: InputChoices) => random.pick(['lost', 'broken'] as const);

function tray(s: ActionInputFacts, hand: InputChoices) {
  const arch = archOf(hand);
  return { arch, stage: 1 + hand.random.below(Math.max(1, s.sent[arch])), reason: reasonOf(hand) };
}

function hold(s: ActionInputFacts, { random }: InputChoices) {
  const from = s.wear?.holds.at(-1)?.until ?? s.wear?.start ?? '2026-01-01';
  return { from, until: random.chance(0.5) ? addDays(from, 1 + random.below(9)) : null };
}

export const followUpInputMakers = {
  orderTray: tray,
  shipTray: s => trayAt(s, 'ordered'),
  receiveTray: s => trayAt(s, 'shipped'),
  recordWear: (_s, { random }) => ({ days: random.pick([7, 10, 14]) }),
  holdWear: hold,
  changeAligner: (s, { random }) => ({ stage: (s.wear?.stage ?? 1) + random.below(4) }),
  missAligner: (_s, hand) => ({ arch: archOf(hand), reason: reasonOf(hand) }),
  settleMissed: firstMissed,
  takeBackMissed: firstMissed,
  produceRetainer: s => retainerAt(s, 1),
  deliverRetainer: s => retainerAt(s, 2),
  receiveRetainer: s => retainerAt(s, 3),
  recordProcess: (_s, { upload }) => ({ stage: 0, files: [upload({ kind: 'photo', slot: null })] }),
  removeProcess: s => ({ record: s.records.at(-1)?.record ?? 1 }),
  recordVisit: () => ({ stage: 0 }),
  removeVisit: s => ({ visit: s.visits.at(-1)?.visit ?? 1 }),
  addOther: (_s, { upload }) => ({ files: [upload({ kind: 'archive', slot: null })] }),
} satisfies InputChanges;
