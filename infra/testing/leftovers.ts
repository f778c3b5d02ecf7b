/** Files share a process: fails a file that leaves settings, a browser's globals or a time zone to the next one. */
import { afterAll, expect, vi } from 'vitest';
import { currentTimeZone } from '#web/lib/format.ts';

/** Globals of a browser that Node lacks, which tests put in place with `vi.stubGlobal`. */
const browser = [
  ...['window', 'self', 'document', 'location', 'localStorage', 'sessionStorage', 'caches', 'indexedDB'],
  ...['matchMedia', 'requestAnimationFrame', 'cancelAnimationFrame'],
];

const env = { ...process.env };
const zone = currentTimeZone();
/** Set by sharp as it is loaded. */
const loaded = ['VIPSHOME'];

/** Names alone: values of settings may be secret. */
const settings = () =>
  [...new Set([...Object.keys(env), ...Object.keys(process.env)])].filter(
    name => env[name] !== process.env[name] && !loaded.includes(name),
  );
const globals = () =>
  browser.filter(name => Object.getOwnPropertyDescriptor(globalThis, name)?.value !== undefined);

afterAll(() => {
  vi.unstubAllGlobals();
  const left = { settings: settings(), globals: globals(), zone: currentTimeZone() };
  expect(left, 'left behind by this file').toEqual({ settings: [], globals: [], zone });
});
