import { describe, expect, it } from 'vitest';
import { isKnown, openOutbox, type Said } from './outbox.ts';

const changed: Said = { id: 'a', on: '2025-03-14', kind: 'changes', stage: 4 };
const lost: Said = { id: 'b', on: '2025-03-14', kind: 'missed', arch: 'upper', stage: 4, reason: 'lost' };

describe('what waits to be said', () => {
  it('stays on the phone in its order until it is taken, each page its own', () => {
    const held = new Map<string, string>();
    const box = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
      removeItem: (key: string) => void held.delete(key),
    };
    const outbox = openOutbox(box, '/wearView/one');
    outbox.add(changed);
    outbox.add(lost);
    expect(openOutbox(box, '/wearView/one').all()).toEqual([changed, lost]);
    expect(openOutbox(box, '/wearView/two').all()).toEqual([]);
    outbox.remove('a');
    expect(outbox.all()).toEqual([lost]);
    outbox.remove('b');
    expect(held.size).toBe(0);
  });

  it('is known where the clinic has it, and not where it could not be taken', () => {
    expect(isKnown(lost, 'missed-known', { stage: 1 })).toBe(true);
    expect(isKnown(changed, 'change-not-next', { stage: 4 })).toBe(true);
    // The clinic paused at the third meanwhile: nobody there knows of the fourth.
    expect(isKnown(changed, 'change-not-next', { stage: 3 })).toBe(false);
    expect(isKnown(changed, 'day-order', { stage: 4 })).toBe(false);
  });
});
