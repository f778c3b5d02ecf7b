/**
 * Fails a test file that leaves changed settings, browser globals or another time zone behind, because test
 * files share a process.
 */
import { afterAll, expect, vi } from 'vitest';
import { currentTimeZone } from '#web/lib/format.ts';

/** Browser globals that Node does not have. Tests define them with `vi.stubGlobal`. */
const browser = [
  ...['window', 'self', 'document', 'location', 'localStorage', 'sessionStorage', 'caches', 'indexedDB'],
  ...['matchMedia', 'requestAnimationFrame', 'cancelAnimationFrame'],
];

const env = { ...process.env };
const zone = currentTimeZone();
/** Variables that sharp sets while it loads. */
const loaded = ['VIPSHOME'];

/** Compares variables and returns only their names, because values may be secret. */
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
