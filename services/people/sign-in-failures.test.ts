import { describe, expect, it } from 'vitest';
import type { NewEvent } from '#events/envelope.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createSignInFailures, maxFailureCounts } from './sign-in-failures.ts';

function open() {
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const appended: NewEvent[][] = [];
  const state = { down: false };
  const append = async (_stream: string, _expected: unknown, events: readonly NewEvent[]) => {
    if (state.down) throw new Error('the log is unavailable');
    appended.push([...events]);
    return { revision: 0n, position: 0n as never, repeated: false };
  };
  const errors: unknown[] = [];
  const log = { error: (facts: unknown) => void errors.push(facts) };
  const failures = createSignInFailures({ store: { append }, clock, ids: systemIds, log });
  return { clock, failures, appended, state, errors };
}

describe('counts of failed sign-ins', () => {
  it('are one event for each person, reason and range', async () => {
    const { failures, clock, appended } = open();
    failures.note({ why: 'password', personId: 'p-li', address: '203.0.113.7' });
    clock.advance(5000);
    failures.note({ why: 'password', personId: 'p-li', address: '203.0.113.9' });
    failures.note({ why: 'factor', personId: 'p-li', address: '203.0.113.9' });
    failures.note({ why: 'password', address: '203.0.113.9' });
    await failures.flush();
    expect(appended).toHaveLength(1);
    expect(appended[0]).toMatchObject([
      {
        type: 'SignInsFailed',
        by: 'system',
        data: {
          ...{ personId: 'p-li', why: 'password', count: 2 },
          ...{ since: '2026-11-20T08:00:00.000Z', until: '2026-11-20T08:00:05.000Z' },
        },
        personal: { range: '203.0.113.x' },
        subject: 'audit.2026-11',
      },
      { data: { personId: 'p-li', why: 'factor', count: 1 } },
      { data: { personId: null, why: 'password', count: 1 } },
    ]);
    await failures.flush();
    expect(appended).toHaveLength(1);
  });

  it('stay bounded during a flood from many ranges, and none is lost', async () => {
    const { failures, appended } = open();
    for (let i = 0; i < 5000; i++)
      failures.note({ why: i % 2 ? 'password' : 'frozen', address: `203.${i >> 8}.${i & 255}.7` });
    await failures.flush();
    const counts = (appended[0] ?? []).map(({ data }) => Object(data).count);
    expect(counts.length).toBeLessThanOrEqual(maxFailureCounts + 2);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(5000);
  });

  it('wait for a log that is unavailable, without growing', async () => {
    const { failures, appended, state, errors } = open();
    state.down = true;
    for (let minute = 0; minute < 5; minute++) {
      for (let i = 0; i < 300; i++) failures.note({ why: 'password', address: `10${minute}.${i & 255}.1.7` });
      await failures.flush();
    }
    expect(errors).toHaveLength(5);
    state.down = false;
    await failures.flush();
    const counts = (appended[0] ?? []).map(({ data }) => Object(data).count);
    expect(counts.length).toBeLessThanOrEqual(maxFailureCounts + 1);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(1500);
  });
});
