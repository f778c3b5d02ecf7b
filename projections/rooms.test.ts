/** Rooms agree with `seesCase` and `isWaitingForViewer` for every status, position, relation and condition of a case. */
import { describe, expect, it } from 'vitest';
import { isWaitingForViewer, type PermissionFacts, seesCase } from '#events/case/permissions.ts';
import { type Status, statusCodes } from '#events/case/status.ts';
import { type Position, positions, type Viewer } from '#events/person/position.ts';
import { caseListRoomsOf, roomsSeeingCase, waitingListRoomsOf } from './rooms.ts';

type Relation = { name: string; viewer: (position: Position) => Viewer; facts: Partial<PermissionFacts> };

const me = (position: Position, orgId: string, serves: string[] = []): Viewer => ({
  id: 'me',
  position,
  orgId,
  serves,
});
const colleague = (position: Position, more: Partial<Viewer>): Viewer => ({
  ...me(position, 'clinic'),
  ...more,
});
const all = { ownerId: 'doctor', caseIds: null };
const some = { ownerId: 'doctor', caseIds: ['C1', 'C2'] };
const others = { ownerId: 'doctor', caseIds: ['C2'] };
const guest = { ownerId: 'doctor', caseId: 'C1', level: 'acts' } as const;
const isOwner = (position: Position) => position === 'Doctor' || position === 'Designer';

/** Every relation of a person to a case. Impossible ones are left out below. */
const relations: Relation[] = [
  { name: 'owner', viewer: p => me(p, 'clinic'), facts: { ownerId: 'me' } },
  { name: 'owner and assignee', viewer: p => me(p, 'clinic'), facts: { ownerId: 'me', assigneeId: 'me' } },
  { name: 'helper', viewer: p => me(p, 'clinic', ['doctor', 'doctor2']), facts: {} },
  { name: 'helper of another', viewer: p => me(p, 'clinic', ['doctor2']), facts: {} },
  { name: 'covers all', viewer: p => colleague(p, { covers: [all] }), facts: {} },
  { name: 'covers this', viewer: p => colleague(p, { covers: [some] }), facts: {} },
  { name: 'covers all and this', viewer: p => colleague(p, { covers: [some, all, some] }), facts: {} },
  { name: 'covers others', viewer: p => colleague(p, { covers: [others] }), facts: {} },
  {
    name: 'covered a former owner',
    viewer: p => colleague(p, { covers: [all, some] }),
    facts: { ownerId: 'doctor2' },
  },
  { name: 'collaborates', viewer: p => colleague(p, { guestOf: [guest] }), facts: {} },
  {
    name: 'collaborates and covers',
    viewer: p => colleague(p, { guestOf: [guest], covers: [some] }),
    facts: {},
  },
  {
    name: 'collaborates and covers all',
    viewer: p => colleague(p, { guestOf: [guest], covers: [all] }),
    facts: {},
  },
  { name: 'assignee', viewer: p => me(p, 'lab'), facts: { assigneeId: 'me' } },
  { name: 'asker', viewer: p => me(p, 'lab'), facts: { askedBy: 'me' } },
  { name: 'staff', viewer: p => me(p, 'lab'), facts: { assigneeId: 'technician' } },
  { name: 'staff, unassigned', viewer: p => me(p, 'lab'), facts: {} },
  { name: 'of the clinic', viewer: p => me(p, 'clinic'), facts: {} },
  { name: 'a stranger', viewer: p => me(p, 'elsewhere'), facts: { assigneeId: 'technician' } },
];

const possible = (relation: Relation, position: Position): boolean => {
  if (relation.name === 'owner and assignee') return position === 'Designer';
  if (relation.name === 'owner') return isOwner(position);
  if (relation.name.startsWith('helper')) return position === 'Assistant';
  if (/^(?:cover|collab)/.test(relation.name)) return position === 'Doctor';
  if (relation.name === 'assignee') return position === 'Technician' || position === 'SuperMechanic';
  return true;
};

function factsAt(status: Status, more: Partial<PermissionFacts>): PermissionFacts {
  return {
    caseId: 'C1',
    status,
    prior: null,
    orgId: 'clinic',
    servedBy: 'lab',
    ownerId: 'doctor',
    assigneeId: null,
    askedBy: null,
    produced: false,
    retained: false,
    archived: false,
    deleted: false,
    ...more,
  };
}

const conditions: Partial<PermissionFacts>[] = [
  {},
  { produced: true },
  { retained: true },
  { produced: true, retained: true },
  { archived: true },
  { archived: true, produced: true },
  { deleted: true },
  { deleted: true, produced: true },
];

const meet = (a: readonly string[], b: readonly string[]) => a.filter(room => b.includes(room));

type Case = { what: string; viewer: Viewer; facts: PermissionFacts };
const cases: Case[] = positions.flatMap(position =>
  relations
    .filter(relation => possible(relation, position))
    .flatMap(relation =>
      statusCodes.flatMap(status =>
        conditions.map(condition => ({
          what: `${position}, ${relation.name}, at ${status}, ${JSON.stringify(condition)}`,
          viewer: relation.viewer(position),
          facts: factsAt(status, { ...relation.facts, ...condition }),
        })),
      ),
    ),
);

/** Cases in which room and rule differ. Expected to be empty; otherwise the message names them. */
const differing = (rule: (c: Case) => boolean, inRoom: (c: Case) => boolean) =>
  cases.filter(c => rule(c) !== inRoom(c)).map(c => c.what);

describe(`rooms, over ${cases.length} combinations`, () => {
  it('show a case to exactly the viewers who see it', () => {
    const shown = (c: Case) => meet(roomsSeeingCase(c.facts), caseListRoomsOf(c.viewer).cases).length > 0;
    expect(differing(c => seesCase(c.viewer, c.facts), shown)).toEqual([]);
  });

  it('hold a waiting case for exactly the viewers it waits for', () => {
    const waits = (c: Case) =>
      meet(waitingListRoomsOf(c.facts), caseListRoomsOf(c.viewer).waiting).length > 0;
    expect(differing(c => isWaitingForViewer(c.viewer, c.facts), waits)).toEqual([]);
  });

  it('are disjoint for every viewer, so that counters are sums', () => {
    const twice = cases.filter(
      c =>
        meet(roomsSeeingCase(c.facts), caseListRoomsOf(c.viewer).cases).length > 1 ||
        meet(waitingListRoomsOf(c.facts), caseListRoomsOf(c.viewer).waiting).length > 1,
    );
    expect(twice.map(c => c.what)).toEqual([]);
  });

  it('are tested on seen, hidden, waiting and idle cases', () => {
    expect(cases.filter(c => seesCase(c.viewer, c.facts)).length).toBeGreaterThan(1000);
    expect(cases.filter(c => !seesCase(c.viewer, c.facts)).length).toBeGreaterThan(1000);
    expect(cases.filter(c => isWaitingForViewer(c.viewer, c.facts)).length).toBeGreaterThan(100);
  });
});
