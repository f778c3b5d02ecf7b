import { describe, expect, test } from 'vitest';
import { isRefusal } from '../errors.ts';
import { emptyDirectory, evolveDirectory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import type { Organisation } from './organisation.ts';
import { viewerInDirectory } from './person-viewer.ts';
import { menuRights, positions, type SwitchableRight, switchableRights } from './position.ts';
import {
  isFixedRight,
  positionsHoldingRight,
  type RightSwitch,
  rightsWithheldFrom,
  switchRight,
  withheldRightsAfter,
} from './switches.ts';

const clinic: Organisation = {
  orgId: 'riverside',
  name: '河畔口腔',
  servedBy: 'main',
  zone: 'Asia/Shanghai',
};
const off: RightSwitch = { right: 'exports', position: 'Service', on: false, reason: '不再需要' };

test('a right belongs to the positions of lifecycle.md only', () => {
  const held = (right: SwitchableRight, orgId = 'riverside') => positionsHoldingRight(right, orgId);
  expect(held('PreferenceSet')).toEqual(['Doctor', 'Designer']);
  expect(held('backstageManage')).toEqual(['Admin', 'SuperMechanic', 'Service']);
  expect(held('analysisFacts')).toEqual(['Admin', 'Analyst']);
  expect([held('diyDesignBtn'), held('diyDesignBtn', 'ediy')]).toEqual([[], positions]);
  const fixed = switchableRights.flatMap(right =>
    positions.filter(position => isFixedRight(right, position)).map(position => [right, position]),
  );
  expect(fixed).toEqual([['backstageManage', 'Admin']]);
});

describe('a switch', () => {
  test('is an event with its reason, sealed for the Admin', () => {
    expect(switchRight(clinic, off, 'a1')).toEqual([
      {
        type: 'RightSwitched',
        data: { orgId: 'riverside', right: 'exports', position: 'Service', on: false, adminId: 'a1' },
        personal: { reason: '不再需要' },
      },
    ]);
  });

  test('takes the right from one position, and gives it back', () => {
    const both = withheldRightsAfter(
      { withheld: withheldRightsAfter(clinic, off) },
      { ...off, position: 'Doctor' },
    );
    expect(both).toEqual({ exports: ['Service', 'Doctor'] });
    expect(withheldRightsAfter({ withheld: both }, { ...off, on: true })).toEqual({ exports: ['Doctor'] });
    expect(switchRight({ ...clinic, withheld: both }, off, 'a1')).toEqual([]);
    expect(switchRight({ ...clinic, withheld: both }, { ...off, on: true }, 'a1')).toHaveLength(1);
  });

  test.each<[Partial<RightSwitch>, string]>([
    [{ right: 'PreferenceSet', position: 'Technician' }, 'not-a-choice'],
    [{ right: 'diyDesignBtn', position: 'Doctor', on: true }, 'not-a-choice'],
    [{ right: 'backstageManage', position: 'Admin' }, 'right-fixed'],
    [{ right: 'backstageManage', position: 'Admin', on: true }, 'right-fixed'],
  ])('%o is refused as %s', (change, issue) => {
    try {
      switchRight(clinic, { ...off, ...change }, 'a1');
      expect.unreachable();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      expect(error.data?.issues).toEqual([{ path: 'position', issue }]);
    }
  });
});

const added: DirectoryEvent[] = [
  {
    type: 'OrganisationAdded',
    data: { orgId: 'riverside', name: '河畔口腔', servedBy: 'main', zone: 'Asia/Shanghai' },
  },
  {
    type: 'PersonAdded',
    data: { personId: 'p1', orgId: 'riverside', position: 'Doctor', serves: [], trialUntil: null },
    personal: { userName: 'wen', name: '文静', phone: null, email: null },
  },
];

/** The doctor's viewer after switches of the organisation. */
function doctorAfter(...switches: RightSwitch[]) {
  const events = [...added, ...switches.flatMap(one => switchRight(clinic, one, 'a1'))];
  const directory = events.reduce((d, e, revision) => evolveDirectory(d, { ...e, revision }), emptyDirectory);
  const person = directory.people.get('p1') ?? expect.fail('no doctor');
  return viewerInDirectory(directory, person, 0);
}

test('the viewer carries what the own organisation withholds from the own position', () => {
  const forDoctors: RightSwitch = { ...off, right: 'PreferenceSet', position: 'Doctor' };
  expect(menuRights(doctorAfter())).toEqual(['PreferenceSet']);
  expect(doctorAfter(off)).not.toHaveProperty('withheld');
  const viewer = doctorAfter(off, { ...off, position: 'Doctor' }, forDoctors);
  expect(viewer.withheld).toEqual(['PreferenceSet', 'exports']);
  expect(menuRights(viewer)).toEqual([]);
  expect(rightsWithheldFrom(undefined, 'Doctor')).toEqual([]);
});
