import { expect, it } from 'vitest';
import { nextActorsOf } from '../case/next-step.ts';
import type { PermissionFacts } from '../case/permissions.ts';
import { statusCodes } from '../case/status.ts';
import { toLogPosition } from '../log-position.ts';
import { createRandom } from '../script/random.ts';
import { openStay } from './stay.ts';

it('waits for the first handler of the rules, whatever was remembered before', () => {
  const random = createRandom(87);
  const start = {
    caseId: 'A',
    position: toLogPosition(1),
    clock: 0,
    by: 'p',
    type: 'CaseSubmitted',
  } as const;
  for (let i = 0; i < 4000; i++) {
    const status = random.pick(statusCodes);
    const facts: PermissionFacts = {
      ...{ status, prior: random.pick([null, ...statusCodes]), orgId: random.pick(['main', 'other']) },
      ...{
        servedBy: 'main',
        ownerId: random.pick(['o1', 'o2']),
        assigneeId: random.pick([null, 't1', 't2']),
      },
      askedBy: random.pick([null, 'system', 't1', 'expert']),
      ...{ produced: random.chance(0.5), retained: random.chance(0.5), archived: random.chance(0.3) },
      deleted: false,
    };
    const { waitsFor } = openStay(0, facts, start);
    expect([facts, waitsFor]).toEqual([facts, nextActorsOf(facts)[0] ?? 'nobody']);
  }
});
