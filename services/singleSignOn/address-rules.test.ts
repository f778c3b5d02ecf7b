import { describe, expect, test } from 'vitest';
import {
  AddressRefusedError,
  type AddressRules,
  checkAddress,
  listAllowedAddresses,
  mayConnect,
} from './address-rules.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const strict: AddressRules = { local: false, privateNetworks: false };
const open: AddressRules = { local: false, privateNetworks: true };
const demo: AddressRules = { local: true, privateNetworks: false };

describe('a connection', () => {
  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111'])('may lead to %s', address => {
    expect(mayConnect(address, strict)).toBe(true);
  });
  const inside = ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1'];
  test.each(inside)('may lead to %s only if private networks are allowed', address => {
    expect([strict, demo, open].map(rules => mayConnect(address, rules))).toEqual([false, false, true]);
  });
  test.each(['127.0.0.1', '127.1.2.3', '::1'])('may lead to %s only in the demo', address => {
    expect([strict, demo, open].map(rules => mayConnect(address, rules))).toEqual([false, true, false]);
  });
  const never = [
    ...[
      '0.0.0.0',
      '169.254.169.254',
      '192.0.0.1',
      '198.18.0.1',
      '203.0.113.5',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      'fe80::1',
      'ff02::1',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:7f00:1::',
      '2001:db8::1',
      'text',
    ],
  ];
  test.each(never)('never leads to %s', address => {
    expect([strict, demo, open].map(rules => mayConnect(address, rules))).toEqual([false, false, false]);
  });
  test('leads nowhere inside through addresses of IPv4 in IPv6', () => {
    for (const address of ['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:169.254.169.254'])
      expect(mayConnect(address, strict)).toBe(false);
  });
});

describe('an address', () => {
  const fault = (text: string, rules: AddressRules) => {
    try {
      checkAddress(new URL(text), rules);
      return null;
    } catch (error) {
      return error instanceof AddressRefusedError ? error.fault : error;
    }
  };
  test.each([
    ['https://login.clinic.example', strict, null],
    ['http://login.clinic.example', strict, 'notHttps'],
    ['http://login.clinic.example', demo, 'notHttps'],
    ['http://127.0.0.1:4000', demo, null],
    ['http://localhost:4000', demo, null],
    ['http://localhost:4000', open, 'notHttps'],
    ['https://localhost', strict, null],
    ['http://127.0.0.1.clinic.example', demo, 'notHttps'],
    ['https://2130706433', strict, 'privateAddress'],
    ['https://0x7f.1', strict, 'privateAddress'],
    ['https://user@login.clinic.example', strict, 'notHttps'],
    ['javascript:alert(1)', demo, 'notHttps'],
  ])('%s with %j: %s', (text, rules, expected) => {
    expect(fault(text, rules)).toBe(expected);
  });
  test('is refused like a host that is not there if any address is inside', async () => {
    const lookup = async () => ['8.8.8.8', '10.0.0.7'];
    const url = new URL('https://login.clinic.example');
    await expect(listAllowedAddresses(url, strict, lookup)).rejects.toThrow('unknownHost');
    await expect(listAllowedAddresses(url, open, lookup)).resolves.toEqual(['8.8.8.8', '10.0.0.7']);
    await expect(listAllowedAddresses(new URL('https://localhost'), strict, lookup)).rejects.toThrow(
      'unknownHost',
    );
    await expect(listAllowedAddresses(url, strict, async () => [])).rejects.toThrow('unknownHost');
  });
  test('is looked up for each request, so that a name cannot turn inside later', async () => {
    const answers = [['10.0.0.7'], ['169.254.169.254']];
    const fetch = createGuardedFetch(strict, async () => answers.shift() ?? []);
    const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
    for (const left of [1, 0]) {
      await expect(fetch('https://login.clinic.example', request)).rejects.toThrow('unknownHost');
      expect(answers).toHaveLength(left);
    }
  });
});
