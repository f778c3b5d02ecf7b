/** Describes the client of a request in words that identify it to its owner, without its full address or user agent. */
import { isIPv4, isIPv6 } from 'node:net';

/** The client of a request, as received. */
export type RequestingClient = { address: string; userAgent: string | undefined };

export type ClientDescription = {
  browser: Browser;
  system: System;
  /** Range of the address: `203.0.113.x`, `2001:db8:7::/48`, or `local` for a private network. */
  network: string;
};

/** The order matters, because a browser's user agent also names the browsers that it imitates. */
const browserMarks = {
  wechat: /MicroMessenger\//,
  qq: /QQBrowser\//,
  edge: /Edg(?:e|A|iOS)?\//,
  opera: /OPR\/|Opera/,
  samsung: /SamsungBrowser\//,
  firefox: /Firefox\/|FxiOS\//,
  chrome: /Chrome\/|CriOS\//,
  safari: /Safari\//,
} as const;

const systemMarks = {
  harmony: /HarmonyOS|OpenHarmony/,
  android: /Android/,
  ios: /iPhone|iPod/,
  ipados: /iPad/,
  windows: /Windows NT/,
  chromeos: /CrOS/,
  macos: /Mac OS X|Macintosh/,
  linux: /Linux|X11/,
} as const;

type Browser = keyof typeof browserMarks | 'other';
type System = keyof typeof systemMarks | 'other';

function find<Name extends string>(marks: Readonly<Record<Name, RegExp>>, text: string): Name | 'other' {
  for (const name in marks) if (marks[name].test(text)) return name;
  return 'other';
}

const privateV4 = /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./;
/** Loopback, unique local and link-local addresses. */
const privateV6 = /^(?:::1$|f[cd]|fe[89ab])/i;

/** Returns the first three groups of an IPv6 address, which a provider gives to one site. */
function siteOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return `${groups.slice(0, 3).join(':')}::/48`;
}

/** Shortens an address to its range. A text that is not an IP address counts as this machine. */
export function addressRangeOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(bare)) return privateV4.test(bare) ? 'local' : bare.replace(/\d+$/, 'x');
  if (isIPv6(bare)) return privateV6.test(bare) ? 'local' : siteOf(bare);
  return 'local';
}

/** Maximum length of a user agent that is read. */
const AGENT_MOST = 512;

export function describeClient({ address, userAgent = '' }: RequestingClient): ClientDescription {
  const agent = userAgent.slice(0, AGENT_MOST);
  return {
    browser: find(browserMarks, agent),
    system: find(systemMarks, agent),
    network: addressRangeOf(address),
  };
}
