import { describe, expect, test } from 'vitest';
import { emptyDirectory } from './directory.ts';
import type { Organisation } from './organisation.ts';
import { type Position, positions } from './position.ts';
import { mustHaveSecondFactor } from './second-factor.ts';

const organisation = (orgId: string, servedBy: string, more: Partial<Organisation> = {}): Organisation => ({
  ...{ orgId, name: orgId, servedBy, zone: 'Asia/Shanghai' },
  ...more,
});
const organisations = new Map(
  [
    organisation('lab', 'lab'),
    organisation('clinic', 'lab'),
    organisation('strict', 'lab', { secondFactor: ['Doctor', 'Assistant'] }),
    organisation('works', 'lab', { kind: 'laboratory' }),
  ].map(one => [one.orgId, one]),
);
const directory = { ...emptyDirectory, organisations };
const asked = (orgId: string, staff: boolean): Position[] =>
  positions.filter(position => mustHaveSecondFactor(directory, { orgId, position }, { staff }));

const ofLaboratories = positions.filter(one => !['Doctor', 'Assistant', 'Designer'].includes(one));

describe('a second factor is demanded', () => {
  test('of the positions that an organisation chooses, also in a demo', () => {
    expect(asked('strict', false)).toEqual(['Doctor', 'Assistant']);
    expect(asked('clinic', false)).toEqual([]);
    expect(asked('lab', false)).toEqual([]);
  });

  test('of the staff of an organisation that serves others, or is a laboratory', () => {
    expect(asked('lab', true)).toEqual(ofLaboratories);
    expect(asked('works', true)).toEqual(ofLaboratories);
  });

  test('of Admins everywhere, and of nobody else in a clinic', () => {
    expect(asked('clinic', true)).toEqual(['Admin']);
    expect(asked('strict', true)).toEqual(['Doctor', 'Assistant', 'Admin']);
    expect(asked('unknown', true)).toEqual(['Admin']);
  });
});
