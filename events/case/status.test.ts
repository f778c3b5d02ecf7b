import { describe, expect, it } from 'vitest';
import { casePageNames, casePages, pageAccess } from './pages.ts';
import { actionNames, buttons, editTargets, rulesOf, targets } from './rules.ts';
import {
  counterNames,
  counters,
  filterOrder,
  groupNames,
  groupOf,
  groups,
  isDraft,
  isStatus,
  statusCodes,
  statusWord,
} from './status.ts';

describe('statuses', () => {
  it('are the codes of the specification', () => {
    expect(statusCodes).toEqual([...Array.from({ length: 31 }, (_, i) => i), 33]);
    expect([isStatus(31), isStatus(32), isStatus(34), isStatus(-1), isStatus(0.5)]).toEqual(
      Array(5).fill(false),
    );
  });
  it('read 28 in two ways, and only 28', () => {
    expect(statusCodes.filter(s => statusWord(s, true) !== statusWord(s, false))).toEqual([28]);
    expect(statusWord(28, true)).toBe('28.doctor');
  });
});

describe('groups', () => {
  it('hold every status exactly once', () => {
    const all = groupNames.flatMap(name => [...groups[name]] as number[]);
    expect([...all].sort((a, b) => a - b)).toEqual(statusCodes);
    expect(statusCodes.map(groupOf)).toHaveLength(statusCodes.length);
  });
  it('have the filter numbers of lifecycle.md', () => {
    const numbered = [
      'all',
      'draft',
      'toAccept',
      'design',
      'expert',
      'doctor',
      'production',
      'delivery',
      'treatment',
    ];
    expect(groupNames).toEqual([...numbered, 'completed', 'suspended', 'toDistribute']);
    expect([...filterOrder].sort((a, b) => a - b)).toEqual(groupNames.map((_, i) => i));
  });
  it('are those of the doctor’s list', () => {
    expect(groups).toMatchObject({
      draft: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 20],
      design: [11, 12, 27, 28, 29, 13, 18, 19],
      treatment: [23, 25, 26, 30],
      suspended: [33],
    });
  });
  it('call draft what is computed: 20 is in the group, and staff see it', () => {
    expect(statusCodes.filter(isDraft)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22]);
  });
});

describe('the workbench’s counters', () => {
  it('count every status once, 24 and 33 in `all` alone', () => {
    const counted = counterNames.flatMap(name => [...counters[name]] as number[]).sort((a, b) => a - b);
    expect(counted).toEqual(statusCodes.filter(s => s !== 24 && s !== 33));
  });
  it('are those of lifecycle.md', () => {
    expect(counters.designing).toEqual([10, 12, 13, 14, 18, 19, 21, 27, 28]);
    expect(counters.doctorAdjust).toEqual([11, 15, 29]);
    expect(counters.inTreatment).toEqual([16, 17, 23, 25, 26, 30]);
  });
});

describe('buttons of the list', () => {
  it('are the primary and second action of the specification', () => {
    expect(Object.entries(buttons).map(([status, names]) => `${status} ${names.join(' ')}`)).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(s => `${s} edit`),
      '9 submitCase',
      '10 acceptCase deniedCase',
      '13 suspend',
      '14 qualityAudit',
      '15 confirmDoctor',
      '16 scheduleProduction',
      '17 ship',
      '18 submitPlan',
      '19 submitPlan',
      '20 edit submitCase',
      '21 getCase allocateCase',
      '22 edit',
      '23 confirmReceipt',
      '25 nextBatch refine',
      '27 suspend',
      '30 complete refine',
      '33 continue',
    ]);
  });
  it('are possible at their status, and lead where the specification says', () => {
    for (const [status, names] of Object.entries(buttons))
      for (const name of names) expect(rulesOf(name).flatMap(r => r.from)).toContain(Number(status));
    expect(Object.keys(editTargets).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 22]);
    const spec = [
      'acceptCase',
      'deniedCase',
      'pendingCases',
      'caseProcess',
      'caseSuspendedBtn',
      'qualityAudit',
      'confirmDoctor',
    ];
    const more = [
      'scheduleProduction',
      'getCase',
      'allocateCase',
      'first-order-shipment',
      'confirmReceipt',
      'stageAdjustment',
    ];
    const last = [
      'completed',
      'toothArrangementQualityAudit',
      'toothArrangementConfirmDoctor',
      'caseRecoveryBtn',
      'submitCase',
    ];
    expect(new Set(Object.values(targets))).toEqual(new Set([...spec, ...more, ...last]));
    expect(Object.keys(targets).every(name => (actionNames as string[]).includes(name))).toBe(true);
  });
});

describe('the sections of a case’s page', () => {
  const facts = { status: 13 as const, submitted: true, planned: false, produced: false };
  it('are 18', () => {
    expect(casePageNames).toHaveLength(18);
  });
  it('are closed to some positions, whatever the case, before they are early for others', () => {
    expect(pageAccess('images', 'VendorAdmin', facts)).toBe('position');
    expect(pageAccess('images', 'Doctor', facts)).toBe('open');
    expect(pageAccess('plan', 'Doctor', facts)).toBe('early');
    expect(pageAccess('plan', 'Doctor', { ...facts, planned: true })).toBe('open');
    expect(pageAccess('archiving', 'Doctor', { ...facts, status: 24 })).toBe('open');
    expect(pageAccess('archiving', 'VendorAdmin', { ...facts, status: 24 })).toBe('position');
  });
  it('are each open to somebody', () => {
    expect(casePageNames.filter(page => casePages[page].positions.length === 0)).toEqual([]);
  });
});
