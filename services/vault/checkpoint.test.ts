import { expect, test } from 'vitest';
import { createCheckpoint } from './checkpoint.ts';
import { createMemoryVault } from './memory.ts';
import type { Vault } from './port.ts';

/** A vault whose next write arrives when it is told to. */
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

test('a note that arrives after a later one of the same node changes nothing', async () => {
  const { kept, late, arrive } = held();
  const checkpoint = createCheckpoint(late, 'log');
  await checkpoint.read();
  const first = checkpoint.write(5n);
  await checkpoint.write(9n);
  arrive();
  await first;
  expect(await createCheckpoint(kept, 'log').read()).toBe(9n);
});

test('neither does one of a node that followed before; the one that follows now goes on', async () => {
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

test('what the one before has done is not done again, where it came further', async () => {
  const vault = createMemoryVault();
  const [before, now] = [createCheckpoint(vault, 'log'), createCheckpoint(vault, 'log')];
  await before.read();
  await now.read();
  await now.write(3n);
  await before.write(5n);
  await now.write(4n);
  expect(await now.read()).toBe(5n);
});

test('the place in another log holds nothing back, however far it was', async () => {
  const vault = createMemoryVault();
  const here = createCheckpoint(vault, 'log');
  await here.read();
  await createCheckpoint(vault, 'other').write(99n);
  await here.write(5n);
  expect(await createCheckpoint(vault, 'log').read()).toBe(5n);
});
