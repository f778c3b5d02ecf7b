import { expect, test } from 'vitest';
import { formatPreferenceCookie } from './cookie.ts';

test.each([
  ['dark', 'https:', 'theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
  ['dark', 'http:', 'theme=dark; Path=/; Max-Age=31536000; SameSite=Lax'],
  [null, 'https:', 'theme=; Path=/; Max-Age=0; SameSite=Lax; Secure'],
])('the cookie for %s over %s', (value, protocol, cookie) =>
  expect(formatPreferenceCookie('theme', value, protocol)).toBe(cookie),
);
