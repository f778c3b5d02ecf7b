import { expect, test } from 'vitest';
import { addressRangeOf, describeClient } from './client-description.ts';

const agents: [string, string, string][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'edge',
    'windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'safari',
    'macos',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50',
    'wechat',
    'ios',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Safari/604.1',
    'chrome',
    'ipados',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'chrome',
    'android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'firefox', 'linux'],
  ['curl/8.5.0', 'other', 'other'],
];

test.each(agents)('%s', (userAgent, browser, system) => {
  expect(describeClient({ address: '', userAgent })).toMatchObject({ browser, system });
});

test('a missing user agent is another browser', () => {
  expect(describeClient({ address: '', userAgent: undefined })).toEqual({
    browser: 'other',
    system: 'other',
    network: 'local',
  });
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['192.168.1.20', 'local'],
  ['172.16.0.9', 'local'],
  ['172.32.0.9', '172.32.0.x'],
  ['127.0.0.1', 'local'],
  ['::1', 'local'],
  ['fe80::1%eth0', 'local'],
  ['fd12:3456::1', 'local'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7::/48'],
  ['2001:DB8::9', '2001:db8:0::/48'],
  ['local', 'local'],
])('shortens %s to %s', (address, network) => expect(addressRangeOf(address)).toBe(network));
