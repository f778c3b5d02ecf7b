import { describe, expect, it } from 'vitest';
import { at, play, stateOf } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import type { Facts } from './may.ts';
import { actsNext, handlersOf, leadOf } from './next-step.ts';
import { buttons } from './rules.ts';
import { type Status, statusCodes } from './status.ts';

const lead = (viewer: (typeof people)[keyof typeof people & 'doctor'], facts: Facts, wearDue = false) =>
  leadOf(viewer, { ...facts, wearDue });

describe('the action in front', () => {
  it('is the plan for the technician of a case under design, and nothing for a supervisor', () => {
    const facts = stateOf(at[13]);
    expect(lead(people.technician, facts)).toBe('submitPlan');
    expect(lead(people.technician2, facts)).toBeNull();
    expect([lead(people.supervisor, facts), lead(people.service, facts)]).toEqual([null, null]);
    expect(buttons[13]).toEqual(['suspend']);
  });
  it('is distributing for the supervisor of a case to be distributed', () => {
    const facts = stateOf(at[21]);
    expect(lead(people.supervisor, facts)).toBe('allocateCase');
    expect(lead(people.technician, facts)).toBeNull();
  });
  it('is the wear record after the first receipt, until it has begun', () => {
    for (const status of [25, 30] as const) {
      const facts = stateOf(at[status]);
      for (const viewer of [people.doctor, people.assistant]) {
        expect(lead(viewer, facts, true)).toBe('recordWear');
        expect(lead(viewer, facts, false)).toBeNull();
      }
      expect(lead(people.vendor, facts, true)).toBeNull();
      expect(lead(people.analyst, facts, true)).toBeNull();
    }
  });
});

describe('who is to act next', () => {
  const by: Record<Status, string> = {
    0: 'owner',
    1: 'owner',
    2: 'owner',
    3: 'owner',
    4: 'owner',
    5: 'owner',
    6: 'owner',
    7: 'owner',
    8: 'owner',
    9: 'owner',
    20: 'owner',
    22: 'owner',
    11: 'owner',
    15: 'owner',
    29: 'owner',
    10: 'SuperMechanic, Service',
    12: 'system',
    13: 'assignee',
    14: 'Specialist',
    16: 'VendorAdmin',
    17: 'VendorAdmin',
    18: 'assignee',
    19: 'assignee',
    21: 'SuperMechanic',
    23: 'owner',
    25: 'owner',
    30: 'owner',
    24: '',
    26: '',
    27: 'Technician, Service, SuperMechanic',
    28: 'Specialist',
    33: 'assignee, SuperMechanic, Service',
  };
  it('follows from the table at every status', () => {
    const said = statusCodes.map(status => [status, handlersOf(stateOf(at[status])).join(', ')]);
    expect(Object.fromEntries(said)).toEqual(by);
  });
  it('names the viewer where they are one of them', () => {
    const mine = (status: Status) =>
      Object.entries(people)
        .filter(([name]) =>
          ['doctor', 'technician', 'technician2', 'expert', 'supervisor', 'vendor', 'analyst'].includes(name),
        )
        .filter(([, viewer]) => actsNext(viewer as typeof people.doctor, stateOf(at[status])))
        .map(([name]) => name);
    expect(mine(10)).toEqual(['supervisor']);
    expect(mine(13)).toEqual(['technician']);
    expect(mine(14)).toEqual(['expert']);
    expect(mine(15)).toEqual(['doctor']);
    expect(mine(17)).toEqual(['vendor']);
    expect([...mine(24), ...mine(26)]).toEqual([]);
  });
  it('is nobody for an archived case', () => {
    expect(handlersOf(stateOf(play(at[24], [people.doctor, 'archive'])))).toEqual([]);
  });
});
