import { beforeEach, describe, expect, test } from 'vitest';
import { type Idle, type IdleState, keepAliveMs, watchIdle } from './idle.ts';

const minute = 60_000;

/** A clock and its timers, moved by hand; the last act is shared, as tabs share it. */
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
  const idle: Idle = watchIdle({
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

describe('fifteen minutes without an act', () => {
  let w: ReturnType<typeof world>;
  beforeEach(() => {
    w = world();
  });

  test('warn after fourteen, and end after fifteen', () => {
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
  test('are counted from the last act', () => {
    w.pass(10 * minute);
    w.idle.act();
    w.pass(14 * minute - 1);
    expect(w.said).toEqual([]);
    w.pass(minute + 1);
    expect(w.said.map(state => state.phase)).toEqual(['warning', 'ended']);
  });
  test('once warned of, an act in passing is not enough: it must be said', () => {
    w.pass(14 * minute);
    w.idle.act();
    w.pass(minute);
    expect(w.said.map(state => state.phase)).toEqual(['warning', 'ended']);
  });
  test('are begun anew by "stay signed in", and the server hears of it', () => {
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
  test('do not end while another tab is used', () => {
    w.pass(13 * minute);
    w.elsewhere();
    w.pass(13 * minute);
    expect(w.said).toEqual([]);
  });
  test('the warning goes when another tab stays', () => {
    w.pass(14 * minute);
    w.elsewhere();
    w.idle.look();
    expect(w.said.at(-1)).toEqual({ phase: 'active' });
  });
});

test('while there are acts the server hears of them, and without any it does not', () => {
  const w = world();
  for (let i = 0; i < 20; i += 1) {
    w.pass(minute);
    w.idle.act();
  }
  expect(w.kept()).toBeGreaterThanOrEqual(Math.floor((20 * minute) / (keepAliveMs + minute)));
  const silent = world();
  silent.pass(13 * minute);
  expect(silent.kept()).toBe(0);
});
