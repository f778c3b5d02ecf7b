import { describe, expect, it } from 'vitest';
import { permittedTransitions } from '../testing/lifecycle.ts';
import { actionTargetNames, updateInfoTargets } from './action-targets.ts';
import { casePageNames, casePageRules, pageAccess } from './pages.ts';
import { actionNames, rulesFrom, rulesOf, statusButtons } from './rules.ts';
import {
  counterNames,
  filterNumbersInScreenOrder,
  groupOfStatus,
  isDraft,
  isStatus,
  type Status,
  type StatusGroup,
  statusCodes,
  statuses,
  statusesByCounter,
  statusesByGroup,
  statusGroupNames,
  statusWord,
  uncountedStatuses,
} from './status.ts';

/** Status codes of product-spec.md 4. Tests about them ignore statuses that are added later. */
const specified: readonly number[] = [...Array.from({ length: 31 }, (_, i) => i), 33];
const ofThese = (list: readonly Status[]) => list.filter(s => specified.includes(s));

describe('statuses', () => {
  it('include the codes of the specification', () => {
    expect(ofThese(statusCodes)).toEqual(specified);
    expect([isStatus(31), isStatus(32), isStatus(-1), isStatus(0.5)]).toEqual(Array(4).fill(false));
  });
  it('are the statuses in lifecycle.table.md', () => {
    const named = permittedTransitions.flatMap(a => [a.from, ...a.to.map(Number).filter(Number.isInteger)]);
    const lacking = statusCodes.filter(s => !named.includes(s));
    expect(lacking, 'write these statuses into events/case/lifecycle.table.md').toEqual([]);
    expect(
      named.filter(s => !isStatus(s)),
      'write these statuses into events/case/status.ts',
    ).toEqual([]);
  });
  it('have one label each, except that 28 has another for the doctor', () => {
    expect(statusCodes.filter(s => statusWord(s, true) !== statusWord(s, false))).toEqual([28]);
    expect(statusWord(28, true)).toBe('28.doctor');
  });
});

describe('groups', () => {
  it('contain every status exactly once', () => {
    const all = statusGroupNames.flatMap(name => [...statusesByGroup[name]] as number[]);
    expect([...all].sort((a, b) => a - b)).toEqual(statusCodes);
    for (const status of statusCodes) expect(statusesByGroup[groupOfStatus(status)]).toContain(status);
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
    expect(statusGroupNames).toEqual([...numbered, 'completed', 'suspended', 'toDistribute']);
    expect([...filterNumbersInScreenOrder].sort((a, b) => a - b)).toEqual(statusGroupNames.map((_, i) => i));
  });
  it('are the groups of the doctor’s list', () => {
    const spec: Partial<Record<StatusGroup, readonly number[]>> = {
      draft: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 22],
      design: [11, 12, 13, 18, 19, 27, 28, 29],
      treatment: [23, 25, 26, 30],
      suspended: [33],
    };
    for (const [name, codes] of Object.entries(spec))
      expect(ofThese(statusesByGroup[name as StatusGroup])).toEqual(codes);
  });
  it('of drafts include 20, which isDraft excludes because its status is not computed', () => {
    expect(ofThese(statusCodes.filter(isDraft))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22]);
  });
});

describe('the workbench’s counters', () => {
  it('count every status once; 24 and 33 only in `all`', () => {
    const counted = counterNames.flatMap(name => [...statusesByCounter[name]] as number[]);
    expect([...counted, ...uncountedStatuses].sort((a, b) => a - b)).toEqual(statusCodes);
    expect(ofThese(uncountedStatuses)).toEqual([24, 33]);
  });
  it('are the counters of lifecycle.md', () => {
    expect(statusesByCounter.toSubmit).toEqual(statusesByGroup.draft);
    expect(ofThese(statusesByCounter.designing)).toEqual([10, 12, 13, 14, 18, 19, 21, 27, 28]);
    expect(ofThese(statusesByCounter.doctorAdjust)).toEqual([11, 15, 29]);
    expect(ofThese(statusesByCounter.inTreatment)).toEqual([16, 17, 23, 25, 26, 30]);
  });
});

describe('flags of a status', () => {
  const where = (column: 'troubled' | 'returns' | 'plan') =>
    ofThese(statusCodes.filter(s => statuses[s][column]));
  it('are those of the specification: troubled, returns, plan, why', () => {
    expect(where('troubled')).toEqual([11, 18, 19, 20, 33]);
    expect(where('returns')).toEqual([11, 26, 33]);
    expect(where('plan')).toEqual([14, 15, 18, 19]);
    expect(ofThese(statusCodes.filter(s => statuses[s].why))).toEqual([11, 18, 19, 20]);
  });
  it('include `returns` wherever a rule leads back to the prior status', () => {
    const back = statusCodes.filter(s => rulesFrom(s).some(([, rule]) => rule.to.includes('prior')));
    expect(
      back.filter(s => !statuses[s].returns),
      'these need `returns` in status.ts',
    ).toEqual([]);
  });
});

describe('buttons of the list', () => {
  it('are the first and second action of the specification', () => {
    const spec = [
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
    ];
    // Added buttons follow the specification's own.
    const said = spec.map(line => {
      const [status = '', ...names] = line.split(' ');
      return [status, ...(statusButtons[Number(status) as Status] ?? []).slice(0, names.length)].join(' ');
    });
    expect(said).toEqual(spec);
    const besides = Object.keys(statusButtons).filter(s => !spec.some(line => line.startsWith(`${s} `)));
    expect(besides.filter(s => specified.includes(Number(s)))).toEqual([]);
  });
  it('are permitted at their status and lead to the specified targets', () => {
    for (const [status, names] of Object.entries(statusButtons))
      for (const name of names) expect(rulesOf(name).flatMap(r => r.from)).toContain(Number(status));
    expect(Object.keys(updateInfoTargets).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 22]);
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
    expect(new Set(Object.values(actionTargetNames))).toEqual(new Set([...spec, ...more, ...last]));
    expect(Object.keys(actionTargetNames).every(name => (actionNames as string[]).includes(name))).toBe(true);
  });
});

describe('the sections of a case’s page', () => {
  const facts = {
    status: 13 as Status,
    submitted: true,
    planned: false,
    produced: false,
    retained: false,
  };
  it('are 18', () => {
    expect(casePageNames).toHaveLength(18);
  });
  it('keep cephalometric analysis closed at every status', () => {
    const reached = { ...facts, planned: true, produced: true, retained: true };
    for (const status of [1, 13, 21, 24] as const)
      expect(pageAccess('ceph', 'Doctor', { ...reached, status })).toBe('early');
  });
  it('are closed by position before they are closed by status', () => {
    expect(pageAccess('images', 'VendorAdmin', facts)).toBe('position');
    expect(pageAccess('images', 'Doctor', facts)).toBe('open');
    expect(pageAccess('plan', 'Doctor', facts)).toBe('early');
    expect(pageAccess('plan', 'Doctor', { ...facts, planned: true })).toBe('open');
    expect(pageAccess('archiving', 'Doctor', { ...facts, status: 24 })).toBe('open');
    expect(pageAccess('archiving', 'VendorAdmin', { ...facts, status: 24 })).toBe('position');
  });
  it('include retainers from 13 on except 20 and 22, and for a case with a retainer', () => {
    const open = (status: Status, retained = false) =>
      pageAccess('retainer', 'Doctor', { ...facts, status, retained });
    expect(statusCodes.filter(status => open(status) === 'early')).toEqual(
      statusCodes.filter(status => status < 13 || status === 20 || status === 22),
    );
    expect([open(20, true), open(9, true)]).toEqual(['open', 'open']);
  });
  it('are each open to at least one position', () => {
    expect(casePageNames.filter(page => casePageRules[page].positions.length === 0)).toEqual([]);
  });
});
