/** Inputs of what is done beside a treatment: wear, trays, retainers, what is recorded. */
import { addDays } from '../case/calendar.ts';
import type { CaseState } from '../case/case.ts';
import { retainerStatus } from '../retainer/retainer.ts';
import { trayStatus } from '../tray/tray.ts';
import { openMissed } from '../wear/wear.ts';
import type { Hand, inputs } from './inputs.ts';

const parcel = { courier: 2, trackingNumber: 'EMS123456789' };

const trayAt = (s: CaseState, status: string) => ({
  tray: s.trays.find(tray => trayStatus(tray) === status)?.tray ?? 1,
});
const retainerAt = (s: CaseState, status: number) => ({
  retainer: s.retainers.find(order => retainerStatus(order) === status)?.retainer ?? 1,
});

function tray(s: CaseState, { random }: Hand) {
  const arch = random.pick(['upper', 'lower'] as const);
  return {
    arch,
    stage: 1 + random.below(Math.max(1, s.sent[arch])),
    reason: random.pick(['lost', 'broken']),
  };
}

export const beside = {
  orderTray: tray,
  shipTray: s => ({ ...trayAt(s, 'ordered'), ...parcel }),
  receiveTray: s => trayAt(s, 'shipped'),
  recordWear: (_s, { today, random }) => ({ start: today, stage: 1, days: random.pick([7, 10, 14]) }),
  holdWear: (s, { random }) => {
    const from = s.wear?.holds.at(-1)?.until ?? s.wear?.start ?? '2026-01-01';
    return { from, until: random.chance(0.5) ? addDays(from, 1 + random.below(9)) : null };
  },
  resumeWear: (_s, { today }) => ({ on: today }),
  changeAligner: (s, { today, random }) => ({ stage: (s.wear?.stage ?? 1) + random.below(4), on: today }),
  missAligner: (_s, { today, random }) => ({
    arch: random.pick(['upper', 'lower'] as const),
    stage: 1,
    reason: random.pick(['lost', 'broken']),
    on: today,
  }),
  settleMissed: s => ({ missed: openMissed(s.missed)[0]?.missed ?? 1 }),
  takeBackMissed: s => ({ missed: openMissed(s.missed)[0]?.missed ?? 1 }),
  checkWear: (_s, { today }) => ({ on: today, kind: 'contact', result: 'good', note: '佩戴良好' }),
  produceRetainer: s => retainerAt(s, 1),
  deliverRetainer: s => ({ ...retainerAt(s, 2), ...parcel }),
  receiveRetainer: s => retainerAt(s, 3),
  recordProcess: (_s, hand) => ({ date: hand.today, stage: 0, files: [hand.upload('photo', null)] }),
  removeProcess: s => ({ record: s.records.at(-1)?.record ?? 1 }),
  recordVisit: (_s, { today }) => ({ date: today, stage: 0, ipr: [{ between: [13, 12], mm: 0.2 }] }),
  removeVisit: s => ({ visit: s.visits.at(-1)?.visit ?? 1 }),
  addOther: (_s, hand) => ({ files: [hand.upload('archive', null)] }),
} satisfies typeof inputs;
