import { describe, expect, test } from 'vitest';
import { isRefusal } from '../errors.ts';
import {
  changeLogo,
  changeOrganisation,
  kindOfOrganisation,
  logoPath,
  newOrganisationId,
  type Organisation,
  type OrganisationChange,
  publicLogoPath,
} from './organisation.ts';

const clinic: Organisation = {
  orgId: 'riverside',
  name: '河畔口腔',
  servedBy: 'main',
  zone: 'Asia/Shanghai',
};
const selfDesigners: Organisation = { ...clinic, orgId: 'ediy' };

describe('the kind', () => {
  test('of the self-designers follows from their id, which a new one gets', () => {
    expect([clinic, selfDesigners].map(kindOfOrganisation)).toEqual(['clinic', 'ediy']);
    expect([newOrganisationId('clinic', 'fresh'), newOrganisationId('ediy', 'fresh')]).toEqual([
      'fresh',
      'ediy',
    ]);
  });

  test('of the self-designers cannot change', () => {
    expect(changeOrganisation(clinic, { kind: 'laboratory' })).toHaveLength(1);
    try {
      changeOrganisation(selfDesigners, { kind: 'laboratory' });
      expect.unreachable();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      expect(error.data?.issues).toEqual([{ path: 'kind', issue: 'not-a-choice' }]);
    }
  });
});

test.each<[OrganisationChange, object[]]>([
  [{ methods: [2, 1] }, []],
  [{ productTypes: [4, 3, 2, 1] }, []],
  [{ methods: [1] }, [{ methods: [1] }]],
  [{ productTypes: [] }, [{ productTypes: [] }]],
  [{ zone: 'Asia/Shanghai', secondFactor: [], keepYears: null }, []],
])('a change to %o sets %o', (change, expected) => {
  const data = expected.map(fields => ({ orgId: 'riverside', ...fields }));
  expect(changeOrganisation(clinic, change).map(event => event.data)).toEqual(data);
});

test('a logo is replaced and removed; the same one is no change', () => {
  const shown = { ...clinic, logo: 'f1' };
  expect(changeLogo(clinic, null)).toEqual([]);
  expect(changeLogo(shown, 'f1')).toEqual([]);
  expect(changeLogo(shown, null)[0]?.data).toEqual({ orgId: 'riverside', logo: null });
  expect([logoPath(clinic), logoPath(shown)]).toEqual(['', '/api/files/f1']);
  expect([publicLogoPath(undefined), publicLogoPath(shown)]).toEqual([undefined, '/resource/org/logo/f1']);
});
