import { describe, expect, it } from 'vitest';
import { isOnDoctorSide, roleOnDoctorSide } from '../case/permissions.ts';
import { isRefusal } from '../errors.ts';
import { nextCoverChangeTime } from './cover.ts';
import { arrangeCover, type CoverInput, endCover, unendedCovers } from './cover-rules.ts';
import { type Directory, emptyDirectory, evolveDirectory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import { type HandOverInput, handOverCases } from './handover.ts';
import { viewerOf } from './person-viewer.ts';
import type { Position } from './position.ts';

const added = (
  personId: string,
  position: Position,
  orgId = 'clinic',
  serves: string[] = [],
): DirectoryEvent => ({
  type: 'PersonAdded',
  data: { personId, orgId, position, serves, trialUntil: null },
  personal: { userName: personId, name: personId, phone: null, email: null },
});
const people: DirectoryEvent[] = [
  {
    type: 'OrganisationAdded',
    data: { orgId: 'clinic', name: 'Clinic', servedBy: 'lab', zone: 'America/New_York' },
  },
  ...[
    added('wen', 'Doctor'),
    added('chen', 'Doctor'),
    added('sun', 'Doctor'),
    added('far', 'Doctor', 'other'),
  ],
  ...[added('min', 'Assistant', 'clinic', ['chen']), added('admin', 'Admin')],
];
const given = (...events: DirectoryEvent[]): Directory =>
  [...people, ...events].reduce(
    (d, e, revision) => evolveDirectory(d, { ...e, revision, by: 'wen', at: '2026-03-01T12:00:00Z' }),
    emptyDirectory,
  );

/** The day before the clock in New York is set forward. */
const now = Date.parse('2026-03-06T12:00:00Z');
const form: CoverInput = { account: 'chen', first: '2026-03-07', last: '2026-03-08', note: 'Leave' };
const owns = (caseId: string) => caseId.startsWith('W');
const arrange = (d: Directory, more: Partial<CoverInput> = {}, doctorId = 'wen', coverId = 'c1') =>
  arrangeCover(d, { coverId, doctorId, now }, { ...form, ...more }, owns);
const covered = (more: Partial<CoverInput> = {}) => given(...arrange(given(), more));
const viewer = (d: Directory, id: string, at: number) => {
  const person = d.people.get(id);
  if (!person) throw new Error(`unknown person ${id}`);
  return viewerOf(person, at);
};
const facts = { ownerId: 'wen', caseId: 'W1' };

function refused(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [issue] = error.data?.issues ?? [];
    return issue ? `${error.refusal} ${issue.path} ${issue.issue}` : error.refusal;
  }
}

describe('a cover', () => {
  const begins = Date.parse('2026-03-07T05:00:00Z');
  // The last day has 23 hours.
  const ends = Date.parse('2026-03-09T04:00:00Z');

  it.each([
    ['before its first day', begins - 1, undefined],
    ['from midnight of the organisation on', begins, 'cover'],
    ['until the last day ends, also a short one', ends - 1, 'cover'],
    ['after its last day', ends, undefined],
  ])('%s gives the place: %s %s', (_when, at, place) => {
    expect(roleOnDoctorSide(viewer(covered(), 'chen', at), facts)).toBe(place);
  });

  it('names the next time at which rights change', () => {
    const person = covered().people.get('chen') ?? { covers: [] };
    expect([now, begins, ends].map(at => nextCoverChangeTime(person, at))).toEqual([
      begins,
      ends,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('covers some cases, and none without a known id', () => {
    const chen = viewer(covered({ caseIds: ['W1', 'W2'] }), 'chen', begins);
    expect(['W1', 'W2', 'W3'].map(caseId => isOnDoctorSide(chen, { ownerId: 'wen', caseId }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isOnDoctorSide(chen, { ownerId: 'wen' })).toBe(false);
  });

  it('ends for a case that has another owner', () => {
    const chen = viewer(covered({ caseIds: ['W1'] }), 'chen', begins);
    expect(isOnDoctorSide(chen, { ownerId: 'sun', caseId: 'W1' })).toBe(false);
  });

  it('gives no chain: neither the colleague’s assistant nor who covers the colleague acts for the owner', () => {
    const d = covered();
    const after = given(
      ...arrange(given()),
      ...arrange(d, { account: 'sun', first: '2026-03-20', last: '2026-03-21' }, 'chen', 'c2'),
    );
    const sun = viewer(after, 'sun', Date.parse('2026-03-20T12:00:00Z'));
    expect(roleOnDoctorSide(sun, { ownerId: 'chen', caseId: 'C1' })).toBe('cover');
    expect(roleOnDoctorSide(sun, facts)).toBeUndefined();
    expect(roleOnDoctorSide(viewer(after, 'min', begins), facts)).toBeUndefined();
  });

  it.each(['wen', 'chen'])('is ended early by %s', doctorId => {
    const d = covered();
    const after = given(...arrange(given()), ...endCover(d, { coverId: 'c1', doctorId, now }));
    expect(roleOnDoctorSide(viewer(after, 'chen', begins), facts)).toBeUndefined();
    expect(unendedCovers(after, now)).toEqual([]);
  });

  it.each([
    ['of others', 'sun', 'c1', now],
    ['that does not exist', 'wen', 'c9', now],
    ['that is over', 'wen', 'c1', ends],
  ])('%s is missing', (_what, doctorId, coverId, at) => {
    expect(refused(() => endCover(covered(), { coverId, doctorId, now: at }))).toBe('notFound');
  });

  it('ends when its colleague leaves', () => {
    const after = given(...arrange(given()), { type: 'PersonRemoved', data: { personId: 'chen' } });
    expect(unendedCovers(after, now)).toEqual([]);
  });
});

describe('a doctor arranges no cover', () => {
  it.each([
    [{ account: 'wen' }, 'badInput account colleague-unknown'],
    [{ account: 'far' }, 'badInput account colleague-unknown'],
    [{ account: 'min' }, 'badInput account colleague-unknown'],
    [{ account: 'nobody' }, 'badInput account colleague-unknown'],
    [{ first: '2026-03-05' }, 'badInput first cover-past'],
    [{ last: '2026-03-06' }, 'badInput last range-order'],
    [{ last: '2027-03-08' }, 'badInput last cover-long'],
    [{ caseIds: ['W1', 'X1'] }, 'badInput caseIds.1 case-unknown'],
  ])('with %j', (more, why) => expect(refused(() => arrange(given(), more))).toBe(why));

  it('that meets another one on the same case', () => {
    const d = covered({ caseIds: ['W1'] });
    const meeting = { account: 'sun', first: '2026-03-08', last: '2026-03-09' };
    expect(refused(() => arrange(d, meeting))).toBe('badInput first cover-overlaps');
    expect(refused(() => arrange(d, { ...meeting, caseIds: ['W1', 'W2'] }))).toBe(
      'badInput first cover-overlaps',
    );
    expect(arrange(d, { ...meeting, caseIds: ['W2'] })).toHaveLength(1);
    expect(arrange(d, { ...meeting, first: '2026-03-09' })).toHaveLength(1);
  });

  it('with a colleague who is on leave then', () => {
    const d = given(...arrange(given(), { account: 'sun' }, 'chen'));
    expect(refused(() => arrange(d, {}, 'wen', 'c2'))).toBe('badInput account colleague-away');
  });

  it('without being a doctor', () => {
    expect(refused(() => arrange(given(), {}, 'min'))).toBe('notPermitted');
  });
});

describe('handing over', () => {
  const handOver = (d: Directory, more: Partial<HandOverInput> = {}) => {
    const doctor = d.people.get('wen');
    if (!doctor) throw new Error('unknown person wen');
    return handOverCases(d, doctor, { account: 'chen', note: 'Leaves', ...more }, owns);
  };

  it('works for a doctor who was removed', () => {
    expect(handOver(given({ type: 'PersonRemoved', data: { personId: 'wen' } }))).toEqual([
      {
        type: 'CasesHandedOver',
        data: { personId: 'chen', ownerId: 'wen', caseIds: null },
        personal: { note: 'Leaves' },
      },
    ]);
  });

  it.each([
    [{ account: 'far' }, 'badInput account colleague-unknown'],
    [{ account: 'wen' }, 'badInput account colleague-unknown'],
    [{ account: 'admin' }, 'badInput account colleague-unknown'],
    [{ caseIds: ['X1'] }, 'badInput caseIds.0 case-unknown'],
  ])('is refused with %j', (more, why) => expect(refused(() => handOver(given(), more))).toBe(why));
});
