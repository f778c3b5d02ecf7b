import { beforeEach, describe, expect, test } from 'vitest';
import { type IdleState, type IdleTimer, keepAliveIntervalMs, startIdleTimer } from './idle.ts';

const minute = 60_000;

/** An idle timer with a manual clock. Other tabs share the time of the last act. */
function world() {
  let now = 1_000_000;
  let last = 0;
  let timers: { at: number; run: () => void }[] = [];
  const said: IdleState[] = [];
  let kept = 0;
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      timers.sort((a, b) => a.at - b.at);
      const next = timers[0];
      if (!next || next.at > end) break;
      timers = timers.slice(1);
      now = next.at;
      next.run();
    }
    now = end;
  };
  const idle: IdleTimer = startIdleTimer({
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(other => other !== timer);
      };
    },
    lastAct: () => last,
    acted: at => {
      last = at;
    },
    onState: state => said.push(state),
    keepAlive: () => {
      kept += 1;
    },
  });
  return {
    idle,
    pass,
    said,
    kept: () => kept,
    now: () => now,
    elsewhere: () => (last = now),
    pending: () => timers.length,
  };
}

describe('idling for fifteen minutes', () => {
  let w: ReturnType<typeof world>;
  beforeEach(() => {
    w = world();
  });

  test('warns after fourteen minutes and ends the session after fifteen', () => {
    const began = w.now();
    w.pass(14 * minute - 1);
    expect(w.said).toEqual([]);
    w.pass(1);
    expect(w.said).toEqual([{ phase: 'warning', endsAt: began + 15 * minute }]);
    w.pass(minute - 1);
    expect(w.said).toHaveLength(1);
    w.pass(1);
    expect(w.said.at(-1)).toEqual({ phase: 'ended' });
    expect(w.pending()).toBe(0);
  });
  test('is counted from the last act', () => {
    w.pass(10 * minute);
    w.idle.act();
    w.pass(14 * minute - 1);
    expect(w.said).toEqual([]);
    w.pass(minute + 1);
    expect(w.said.map(state => state.phase)).toEqual(['warning', 'ended']);
  });
  test('ends the session after the warning, even if the person acts without pressing "Stay signed in"', () => {
    w.pass(14 * minute);
    w.idle.act();
    w.pass(minute);
    expect(w.said.map(state => state.phase)).toEqual(['warning', 'ended']);
  });
  test('starts again after "Stay signed in", and the server is informed', () => {
    w.pass(14.5 * minute);
    const before = w.kept();
    w.idle.stay();
    expect(w.said.at(-1)).toEqual({ phase: 'active' });
    expect(w.kept()).toBe(before + 1);
    w.pass(14 * minute - 1);
    expect(w.said.at(-1)).toEqual({ phase: 'active' });
    w.pass(minute + 1);
    expect(w.said.at(-1)).toEqual({ phase: 'ended' });
  });
  test('does not end the session while another tab is used', () => {
    w.pass(13 * minute);
    w.elsewhere();
    w.pass(13 * minute);
    expect(w.said).toEqual([]);
  });
  test('withdraws the warning when another tab stays signed in', () => {
    w.pass(14 * minute);
    w.elsewhere();
    w.idle.look();
    expect(w.said.at(-1)).toEqual({ phase: 'active' });
  });
});

test('the idle timer keeps the server session alive while the person acts, and only then', () => {
  const w = world();
  for (let i = 0; i < 20; i += 1) {
    w.pass(minute);
    w.idle.act();
  }
  expect(w.kept()).toBeGreaterThanOrEqual(Math.floor((20 * minute) / (keepAliveIntervalMs + minute)));
  const silent = world();
  silent.pass(13 * minute);
  expect(silent.kept()).toBe(0);
});
