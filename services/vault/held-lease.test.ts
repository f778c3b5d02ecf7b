import { expect, it } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createHeldLease } from './held-lease.ts';
import { createLease } from './lease.ts';

const LEASE_MS = 30_000;

/** Two nodes that want the same lease. The first one's connection to the vault can be cut. */
function world() {
  const [vault, clock] = [createMemoryVault(), createManualClock(1_790_000_000_000)];
  const way = { cut: false };
  const first = createLease(vault, clock, 'relay', 'a', LEASE_MS);
  const hold = async () => {
    if (way.cut) throw new Error('the vault is away');
    return first.hold();
  };
  const holding = createHeldLease({ hold }, clock, LEASE_MS);
  return { clock, way, holding, other: createLease(vault, clock, 'relay', 'b', LEASE_MS) };
}

it('held lease survives an outage of the vault until its term ends', async () => {
  const { clock, way, holding, other } = world();
  expect(await holding.holds()).toBe(true);
  way.cut = true;
  clock.advance(LEASE_MS - 1);
  expect(await holding.holds()).toBe(true);
  expect(await other.hold()).toBe(false);
  clock.advance(1);
  await expect(holding.holds()).rejects.toThrow('the vault is away');
  expect(await other.hold()).toBe(true);
});

it('held lease ends when another node has taken it, with or without the vault', async () => {
  const { clock, way, holding, other } = world();
  expect(await holding.holds()).toBe(true);
  clock.advance(LEASE_MS);
  expect(await other.hold()).toBe(true);
  expect(await holding.holds()).toBe(false);
  way.cut = true;
  await expect(holding.holds()).rejects.toThrow('the vault is away');
});

it('held lease is not taken for lost by callers at the same time', async () => {
  const { holding } = world();
  for (let round = 0; round < 3; round++) {
    const asked = [holding.holds(), holding.holds(), holding.holds(), holding.holds()];
    expect(await Promise.all(asked)).toEqual([true, true, true, true]);
  }
});
