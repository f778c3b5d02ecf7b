import { describe, expect, test } from 'vitest';
import { limits } from '../case/limits.ts';
import { isRefusal } from '../errors.ts';
import {
  type Addresses,
  addAddress,
  changeAddress,
  evolveAddresses,
  noAddresses,
  removeAddress,
} from './addresses.ts';
import type { AddressEvent } from './events.ts';

const home = {
  consignee: '李明',
  phone: '13800000001',
  province: '310000',
  city: '310100',
  address: '南京西路 1266 号 802 室',
  zip: '200040',
  clinic: '晨光口腔',
};
const places: Record<string, string[]> = { '310000': ['310100'], '440000': ['440300'], '710000': ['710100'] };
const ctx = (addressId: string) => ({
  personId: 'li',
  addressId,
  unknownPlace: (province: string, city: string | undefined) => {
    const cities = places[province];
    if (!cities) return 'province' as const;
    return city !== undefined && cities.includes(city) ? undefined : ('city' as const);
  },
});
const then = (state: Addresses, events: readonly AddressEvent[]): Addresses =>
  events.reduce((s, e) => evolveAddresses(s, { ...e, revision: s.revision + 1 }), state);
const two = then(
  then(noAddresses, addAddress(noAddresses, home, ctx('a'))),
  addAddress(
    then(noAddresses, addAddress(noAddresses, home, ctx('a'))),
    { ...home, zip: '200041' },
    ctx('b'),
  ),
);

function refused(run: () => AddressEvent[]): string {
  try {
    return `events: ${run().length}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
}

describe('adding an address', () => {
  test('seals the whole address; the first address becomes the default', () => {
    expect(addAddress(noAddresses, home, ctx('a'))).toEqual([
      {
        type: 'AddressAdded',
        data: { personId: 'li', addressId: 'a', defaultId: 'a' },
        personal: home,
      },
    ]);
    expect(two.defaultId).toBe('a');
    expect(then(two, addAddress(two, { ...home, default: true }, ctx('c'))).defaultId).toBe('c');
    expect(then(two, addAddress(two, { ...home, default: false }, ctx('c'))).defaultId).toBe('a');
  });

  test.each([
    [
      {},
      'consignee required, phone required, province required, address required, zip required, clinic required',
    ],
    [{ ...home, consignee: '' }, 'consignee name-letters'],
    [{ ...home, consignee: 'R2D2' }, 'consignee name-letters'],
    [{ ...home, consignee: '李'.repeat(60) }, 'consignee name-long'],
    [{ ...home, phone: '12' }, 'phone phone-format'],
    [{ ...home, phone: 'call me' }, 'phone phone-format'],
    [{ ...home, phone: '021-60000001 转' }, 'phone phone-format'],
    [{ ...home, province: '上海市' }, 'province place-unknown'],
    [{ ...home, province: '990000' }, 'province place-unknown'],
    [{ ...home, city: '440300' }, 'city place-unknown'],
    [{ ...home, city: undefined }, 'city required'],
    [{ ...home, province: 'abroad' }, 'city not-a-choice'],
    [{ ...home, address: ' ' }, 'address blank'],
    [{ ...home, address: 'x'.repeat(limits.addressMax + 1) }, 'address too-long'],
    [{ ...home, zip: '20004' }, 'zip zip-six-digits'],
    [{ ...home, zip: 'SW1A 1AA' }, 'zip zip-six-digits'],
    [{ ...home, zip: '--' }, 'zip zip-format, zip zip-six-digits'],
    [{ ...home, clinic: '' }, 'clinic blank'],
    [{ ...home, id: 'a' }, 'id unknown-field'],
  ])('refuses %o', (input, issues) => {
    expect(refused(() => addAddress(noAddresses, input, ctx('a')))).toBe(`badInput, ${issues}`);
  });

  test.each([
    { ...home, phone: '021-60000001 转 802' },
    { ...home, phone: '+86 138 0000 0001' },
    { ...home, province: 'abroad', city: undefined, zip: 'SW1A 1AA', address: '10 Downing Street, London' },
    { ...home, province: '710000', city: '710100', zip: '100' },
  ])('accepts %o', input => {
    const given = JSON.parse(JSON.stringify(input));
    expect(refused(() => addAddress(noAddresses, given, ctx('a')))).toBe('events: 1');
  });

  test('accepts the fiftieth address and refuses the next one', () => {
    const many = (count: number) =>
      Array.from({ length: count }).reduce<Addresses>(
        (state, _, i) => then(state, addAddress(state, home, ctx(`a${i}`))),
        noAddresses,
      );
    expect(refused(() => addAddress(many(limits.addresses - 1), home, ctx('n')))).toBe('events: 1');
    expect(refused(() => addAddress(many(limits.addresses), home, ctx('n')))).toBe(
      'badInput,  address-limit',
    );
  });
});

describe('changing an address', () => {
  test('keeps the fields that the input omits', () => {
    const [changed] = changeAddress(two, { phone: '02160000001' }, ctx('b'));
    expect(changed).toEqual({
      type: 'AddressChanged',
      data: { personId: 'li', addressId: 'b', defaultId: 'a' },
      personal: { ...home, zip: '200041', phone: '02160000001' },
    });
  });

  test('can make an address the default; `default: false` does not unset the default', () => {
    expect(changeAddress(two, { default: true }, ctx('b'))[0]?.data.defaultId).toBe('b');
    expect(changeAddress(two, { default: false }, ctx('a'))[0]?.data.defaultId).toBe('a');
  });

  test('validates province, city and zip together', () => {
    expect(refused(() => changeAddress(two, { province: '440000' }, ctx('a')))).toBe(
      'badInput, city place-unknown',
    );
    expect(refused(() => changeAddress(two, { province: 'abroad' }, ctx('a')))).toBe(
      'badInput, city not-a-choice',
    );
    const moved = changeAddress(two, { province: 'abroad', city: null, zip: '1011 AC' }, ctx('a'));
    expect(moved[0]?.personal).toMatchObject({ province: 'abroad', zip: '1011 AC' });
    expect(moved[0]?.personal).not.toHaveProperty('city');
    expect(refused(() => changeAddress(two, { zip: '1011 AC' }, ctx('a')))).toBe(
      'badInput, zip zip-six-digits',
    );
  });

  test('refuses an unknown address before it validates the input', () => {
    expect(refused(() => changeAddress(two, { zip: 1 }, ctx('z')))).toBe('notFound');
  });
});

describe('removing an address', () => {
  test('makes the first remaining address the default', () => {
    const left = then(two, removeAddress(two, ctx('a')));
    expect([left.list.map(a => a.id), left.defaultId]).toEqual([['b'], 'b']);
    expect(then(left, removeAddress(left, ctx('b'))).defaultId).toBeNull();
    expect(removeAddress(two, ctx('b'))[0]?.data.defaultId).toBe('a');
  });
  test('refuses an unknown address', () => {
    expect(refused(() => removeAddress(two, ctx('z')))).toBe('notFound');
  });
});
