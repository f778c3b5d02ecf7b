import { expect, it } from 'vitest';
import { actorsOf, type PermissionFacts } from '../case/permissions.ts';
import { statusCodes } from '../case/status.ts';
import { emptyDirectory, type Person } from '../person/directory.ts';
import { viewerOf } from '../person/person-viewer.ts';
import { positions } from '../person/position.ts';
import { createRandom } from '../script/random.ts';
import { actorsOfPersonInCase, emptyStaffSnapshot } from './staff.ts';

it('acts as the actors of the rules, whatever was remembered before', () => {
  const random = createRandom(92);
  for (let i = 0; i < 6000; i++) {
    const ids = ['p', 'q', 'r'];
    const facts: PermissionFacts = {
      ...{ status: random.pick(statusCodes), prior: random.pick([null, ...statusCodes]) },
      ...{ orgId: random.pick(['main', 'other']), servedBy: random.pick(['main', 'other']) },
      ...{ ownerId: random.pick(ids), assigneeId: random.pick([null, ...ids]) },
      askedBy: random.pick([null, 'system', ...ids]),
      ...{ produced: random.chance(0.5), retained: random.chance(0.5), archived: random.chance(0.3) },
      deleted: random.chance(0.1),
    };
    // Cast: the rules read nothing else of a person.
    const person = {
      ...{ id: 'p', orgId: random.pick(['main', 'other']), position: random.pick(positions) },
      ...{ serves: random.pick([[], [], ['q']]), collaborations: [] },
      covers: random.chance(0.2)
        ? [{ ownerId: 'q', caseIds: null, from: '2026-01-01T00:00:00Z', until: '2026-12-31T00:00:00Z' }]
        : [],
    } as unknown as Person;
    const directory = { ...emptyDirectory, people: new Map([['p', person]]) };
    const act = { by: 'p', caseId: 'A', happenedAt: Date.parse('2026-05-01T00:00:00Z') };
    const expected = actorsOf(viewerOf(person, act.happenedAt), { ...facts, caseId: 'A' });
    expect([person, facts, actorsOfPersonInCase({ ...emptyStaffSnapshot, directory }, act, facts)]).toEqual([
      person,
      facts,
      expected,
    ]);
  }
});
