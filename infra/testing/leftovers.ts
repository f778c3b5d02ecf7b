/** Files share a process: fails a file that leaves settings, globals or a time zone to the next one. */
import { afterAll, expect, vi } from 'vitest';
import { timeZoneNow } from '#web/lib/format.ts';

/** Globals of a browser, which tests put in place with `vi.stubGlobal`. */
const browser = [
  ...['window', 'self', 'document', 'location', 'navigator', 'localStorage', 'sessionStorage', 'caches'],
  ...['fetch', 'matchMedia', 'requestAnimationFrame', 'cancelAnimationFrame', 'indexedDB'],
];

const here = () => ({
  env: { ...process.env },
  globals: browser.map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)?.value]),
  zone: timeZoneNow(),
});

const before = here();
afterAll(() => {
  vi.unstubAllGlobals();
  expect(here(), 'left behind by this file').toEqual(before);
});
