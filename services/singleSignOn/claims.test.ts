import { expect, test } from 'vitest';
import { claimValuesOf, displayNameOf, mergeClaims, namesTwoFactors, verifiedEmailOf } from './claims.ts';

const token = { iss: 'i', sub: 's', aud: 'a', iat: 0, exp: 0 };

test.each([
  [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
  [{ groups: 'a' }, 'groups', ['a']],
  [{ level: 3, admin: true }, 'level', ['3']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://clinic.example/roles': ['a'] }, 'https://clinic.example/roles', ['a']],
  [{ groups: [{ id: 1 }, null, 'a'] }, 'groups', ['a']],
  [{ groups: null }, 'groups', []],
  [{}, 'constructor.name', []],
  [{}, '__proto__', []],
])('values of %j at %s are %j', (claims, name, values) => {
  expect(claimValuesOf(claims, name)).toEqual(values);
});

test('an address counts only if it is verified, in the place where it is stated', () => {
  const email = 'li@clinic.example';
  expect(verifiedEmailOf({ email, email_verified: true })).toBe(email);
  for (const verified of [false, 'true', 1, undefined])
    expect(verifiedEmailOf({ email, email_verified: verified })).toBeUndefined();
  // An unverified address in the token does not become verified if the user info verifies another address.
  const merged = mergeClaims(
    { ...token, email },
    { sub: 's', email: 'other@clinic.example', email_verified: true },
  );
  expect(verifiedEmailOf(merged)).toBeUndefined();
  expect(verifiedEmailOf(mergeClaims(token, { sub: 's', email, email_verified: true }))).toBe(email);
});

test('a name is the whole one, or its parts', () => {
  expect(displayNameOf({ name: ' 周涛 ' })).toBe('周涛');
  expect(displayNameOf({ name: '<b>', given_name: 'Emma', family_name: 'Larsson' })).toBe('Emma Larsson');
  expect(displayNameOf({ name: 'x1' })).toBeUndefined();
});

test.each([
  [['mfa'], true],
  [['pwd', 'otp'], true],
  [['pin', 'hwk'], true],
  [['pwd'], false],
  [['otp'], false],
  [['pwd', 'pin'], false],
  ['mfa', false],
  [undefined, false],
])('amr %j names two factors: %s', (amr, expected) => {
  expect(namesTwoFactors({ amr })).toBe(expected);
});
