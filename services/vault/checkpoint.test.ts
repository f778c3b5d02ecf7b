import { expect, test } from 'vitest';
import { createCheckpoint } from './checkpoint.ts';
import { createMemoryVault } from './memory.ts';
import type { Vault } from './port.ts';

/** A vault whose next write is delayed until the test releases it. */
function held() {
  const kept = createMemoryVault();
  const { promise: told, resolve: arrive } = Promise.withResolvers<void>();
  let waits = true;
  const put: Vault['put'] = async (...how) => {
    const late = waits;
    waits = false;
    if (late) await told;
    return kept.put(...how);
  };
  return { kept, late: { ...kept, put }, arrive };
}

test('checkpoint ignores a write that arrives after a later write of the same node', async () => {
  const { kept, late, arrive } = held();
  const checkpoint = createCheckpoint(late, 'log');
  await checkpoint.read();
  const first = checkpoint.write(5n);
  await checkpoint.write(9n);
  arrive();
  await first;
  expect(await createCheckpoint(kept, 'log').read()).toBe(9n);
});

test('checkpoint ignores a late write of the previous follower, and the current one continues', async () => {
  const { kept, late, arrive } = held();
  const [before, now] = [createCheckpoint(late, 'log'), createCheckpoint(kept, 'log')];
  await before.read();
  const first = before.write(5n);
  await now.read();
  await now.write(7n);
  arrive();
  await first;
  expect(await createCheckpoint(kept, 'log').read()).toBe(7n);
  await now.write(8n);
  expect(await createCheckpoint(kept, 'log').read()).toBe(8n);
});

test('checkpoint continues after the previous follower’s later position', async () => {
  const vault = createMemoryVault();
  const [before, now] = [createCheckpoint(vault, 'log'), createCheckpoint(vault, 'log')];
  await before.read();
  await now.read();
  await now.write(3n);
  await before.write(5n);
  await now.write(4n);
  expect(await now.read()).toBe(5n);
});

test('checkpoint of another log does not matter, however far it is', async () => {
  const vault = createMemoryVault();
  const here = createCheckpoint(vault, 'log');
  await here.read();
  await createCheckpoint(vault, 'other').write(99n);
  await here.write(5n);
  expect(await createCheckpoint(vault, 'log').read()).toBe(5n);
});
