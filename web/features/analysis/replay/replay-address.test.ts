import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { readReplayAddress, replayHref } from './replay-address.ts';

const at = Date.UTC(2026, 3, 17, 11, 23, 45);
const read = (href: string) =>
  readReplayAddress(Object.fromEntries(new URL(href, 'http://archline.example').searchParams));

it('keeps a moment in a link, and reads it back', () => {
  const address = {
    at,
    speed: '6h',
    queue: Status.PlanAwaitingDoctor,
    compare: at - 1000,
    list: true,
    live: false,
  } as const;
  expect(replayHref(address)).toContain('at=2026-04-17T11%3A23%3A45Z');
  expect(read(replayHref(address))).toEqual(address);
});

it('has nothing in the address of the usual view', () => {
  expect(replayHref(readReplayAddress({}))).toBe('/analysis/replay');
});

it('drops malformed values', () => {
  const address = readReplayAddress({
    at: 'yesterday',
    speed: '9d',
    queue: '31',
    compare: '2026',
    list: '1',
  });
  expect(address).toEqual({ at: null, speed: '1d', queue: null, compare: null, list: false, live: false });
});

it('names the shared station of drafts', () => {
  expect(readReplayAddress({ queue: '0' }).queue).toBe(Status.ToSubmit);
});
