import { describe, expect, it } from 'vitest';
import { type Directory, emptyDirectory, evolveDirectory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import {
  acceptInvitation,
  addressesInUse,
  assertAdminRemains,
  inviteMember,
  movePerson,
  renewInvitation,
  requirePerson,
  withdrawInvitation,
} from './membership.ts';
import { viewerOf } from './person-viewer.ts';
import type { Position } from './position.ts';

const added = (
  personId: string,
  position: Position,
  more: { orgId?: string; serves?: string[] } = {},
): DirectoryEvent => ({
  type: 'PersonAdded',
  data: { personId, orgId: 'main', position, serves: [], trialUntil: null, ...more },
  personal: { userName: personId, name: '李明', phone: null, email: `${personId}@example.org` },
});
const organisation = (orgId: string): DirectoryEvent => ({
  type: 'OrganisationAdded',
  data: { orgId, name: orgId, servedBy: 'main', zone: 'Asia/Shanghai' },
});
const given = (...events: DirectoryEvent[]): Directory =>
  events.reduce((d, e) => evolveDirectory(d, { ...e, revision: d.revision + 1 }), emptyDirectory);

const staff = [
  organisation('main'),
  organisation('clinic'),
  added('admin', 'Admin'),
  added('doctor', 'Doctor'),
  added('assistant', 'Assistant', { serves: ['doctor'] }),
  added('technician', 'Technician'),
];
const none = { owned: 0, assigned: 0 };
const invitation = {
  ...{ personId: 'new', orgId: 'main', position: 'Technician' as const, serves: [] },
  ...{ name: '周涛', email: 'zhou@example.org', phone: null, lang: 'zh-CN' as const },
};
const refused = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    const { refusal, data } = error as {
      refusal: string;
      data: { issues: { path: string; issue: string }[] } | null;
    };
    return [refusal, ...(data?.issues ?? []).map(({ path, issue }) => `${path}: ${issue}`)];
  }
  return [];
};

describe('an address in use', () => {
  const directory = given(
    ...staff,
    ...inviteMember(given(...staff), { ...invitation, phone: '139 0000 0021' }),
  );
  const inUse = addressesInUse(directory);
  it.each([
    ['DOCTOR@example.org', 'taken'],
    // The first letter is Cyrillic.
    ['\u0430ssistant@example.org', 'taken'],
    ['doctor', 'taken'],
    ['Zhou@example.org', 'invited'],
    ['+86 139-0000-0021', 'invited'],
    ['d0ctor@example.org', undefined],
    ['13900000022', undefined],
  ])('%s is %s', (address, use) => {
    expect(inUse.of(address)).toBe(use);
  });
});

describe('an invitation', () => {
  const invited = given(...staff, ...inviteMember(given(...staff), invitation));

  it('is open until it is accepted or withdrawn', () => {
    expect([...invited.invitations.keys()]).toEqual(['new']);
    expect(invited.people.has('new')).toBe(false);
    const events = acceptInvitation(invited, 'new', { userName: 'zhou', name: '周涛' });
    const joined = given(...staff, ...inviteMember(given(...staff), invitation), ...events);
    expect(joined.people.get('new')).toMatchObject({
      ...{ position: 'Technician', orgId: 'main', userName: 'zhou', email: 'zhou@example.org' },
    });
    expect(joined.invitations.size).toBe(0);
    expect(refused(() => acceptInvitation(joined, 'new', { userName: 'zhou2', name: '周涛' }))).toEqual([
      'userUnknown',
    ]);
    const withdrawn = evolveDirectory(invited, {
      ...(withdrawInvitation(invited, 'new')[0] as DirectoryEvent),
      revision: invited.revision + 1,
    });
    expect(refused(() => renewInvitation(withdrawn, 'new'))).toEqual(['userUnknown']);
  });

  it.each([
    [{ email: 'DOCTOR@example.org' }, ['userExists', 'email: taken']],
    [{ orgId: 'nowhere' }, ['badInput', 'orgId: not-a-choice']],
    [{ serves: ['doctor'] }, ['badInput', 'serves: not-a-choice']],
    [{ position: 'Assistant' as const, serves: ['technician'] }, ['badInput', 'serves.0: doctor-unknown']],
    [
      { position: 'Assistant' as const, serves: ['doctor'], orgId: 'clinic' },
      ['badInput', 'serves.0: doctor-unknown'],
    ],
  ])('of %o is refused', (wrong, refusal) => {
    expect(refused(() => inviteMember(given(...staff), { ...invitation, ...wrong }))).toEqual(refusal);
  });

  it('is refused to an address that another open invitation has', () => {
    const again = { ...invitation, personId: 'other', email: 'Zhou@Example.org' };
    expect(refused(() => inviteMember(invited, again))).toEqual(['userExists', 'email: invited']);
  });

  it('is not accepted with a login that another person has', () => {
    expect(refused(() => acceptInvitation(invited, 'new', { userName: 'Doctor', name: '周涛' }))).toEqual([
      'userExists',
      'userName: taken',
    ]);
  });
});

describe('a person who moves', () => {
  it('gets position, organisation and doctors, and keeps the account', () => {
    const to = { orgId: 'clinic', position: 'Doctor' as const, serves: [] };
    const events = movePerson(given(...staff), 'technician', to, none);
    const after = given(...staff, ...events);
    expect(after.people.get('technician')).toMatchObject({ ...to, userName: 'technician', frozen: false });
    expect(events[0]?.data).toMatchObject({ from: { position: 'Technician', orgId: 'main' } });
  });

  it('is no longer served by assistants', () => {
    const events = movePerson(
      given(...staff),
      'doctor',
      { orgId: 'main', position: 'Specialist', serves: [] },
      none,
    );
    expect(given(...staff, ...events).people.get('assistant')?.serves).toEqual([]);
  });

  it('is no longer covered by a colleague, whose cover would include the cases of the new organisation', () => {
    const cover: DirectoryEvent = {
      type: 'CoverArranged',
      data: {
        ...{ coverId: 'c1', personId: 'colleague', ownerId: 'doctor', caseIds: null },
        ...{ from: '2026-03-01T00:00:00.000Z', until: '2027-03-01T00:00:00.000Z' },
        days: { first: '2026-03-01', last: '2027-02-28' },
      },
      personal: { note: '' },
    };
    const before = [...staff, added('colleague', 'Doctor'), cover];
    const to = { orgId: 'clinic', position: 'Doctor' as const, serves: [] };
    const after = given(...before, ...movePerson(given(...before), 'doctor', to, none));
    const colleague = after.people.get('colleague');
    const covers = colleague && viewerOf(colleague, Date.parse('2026-06-01T00:00:00.000Z')).covers;
    expect(covers).toBeUndefined();
  });

  it('changes nothing without a new place', () => {
    const same = { orgId: 'main', position: 'Technician' as const, serves: [] };
    expect(movePerson(given(...staff), 'technician', same, { owned: 0, assigned: 3 })).toEqual([]);
  });

  it.each([[{ owned: 1, assigned: 0 }], [{ owned: 0, assigned: 2 }]])(
    'is refused while cases belong to the person (%o)',
    held => {
      const to = { orgId: 'clinic', position: 'Doctor' as const, serves: [] };
      expect(refused(() => movePerson(given(...staff), 'doctor', to, held))).toEqual([
        'badInput',
        'position: cases-held',
      ]);
    },
  );

  it('is refused for the last Admin of an organisation', () => {
    const to = { orgId: 'main', position: 'Service' as const, serves: [] };
    expect(refused(() => movePerson(given(...staff), 'admin', to, none))).toEqual([
      'badInput',
      'position: last-admin',
    ]);
    const two = [...staff, added('admin2', 'Admin')];
    expect(refused(() => movePerson(given(...two), 'admin', to, none))).toEqual([]);
  });
});

describe('the last Admin', () => {
  const remains = (...events: DirectoryEvent[]) => {
    const directory = given(...staff, ...events);
    return refused(() => assertAdminRemains(directory, requirePerson(directory, 'admin')));
  };
  it('is an Admin without another one who can sign in to the same organisation', () => {
    expect(remains()).toEqual(['badInput', 'id: last-admin']);
    expect(remains(added('elsewhere', 'Admin', { orgId: 'clinic' }))).toEqual(['badInput', 'id: last-admin']);
    expect(remains(added('admin2', 'Admin'))).toEqual([]);
    const frozen: DirectoryEvent = { type: 'PersonFrozen', data: { personId: 'admin2' } };
    expect(remains(added('admin2', 'Admin'), frozen)).toEqual(['badInput', 'id: last-admin']);
  });
});
