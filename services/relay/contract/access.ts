/** Contract of a relay with a real Kafka: its metrics, a lost broker, and authentication. */
import { inspect } from 'node:util';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { RunningKafka } from '../../../infra/servers/kafka.ts';
import { systemClock, systemIds, systemTimers } from '../../clock/clock.ts';
import { createSeededRandom } from '../../eventstore/crash/seeded-random.ts';
import { createRawMemoryStore } from '../../eventstore/memory.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import { kafkaSecurityOf } from '../kafka-access.ts';
import { startRelay } from '../relay.ts';
import { appendRandomEvents } from '../testing/constant-writer.ts';

const quiet = { info: () => undefined, warn: () => undefined };
const portsOf = (kafka: RunningKafka) => ({
  clock: systemClock,
  ids: systemIds,
  timers: systemTimers,
  log: quiet,
  brokers: [kafka.brokers],
  leaseMs: 600,
});
/** @param broker returns the running broker; call it inside a test */
export function describeAccess(broker: () => RunningKafka): void {
  const ports = () => portsOf(broker());

  it('an idle relay notices that the broker is gone, and its metrics say so', async () => {
    const registry = new Registry();
    const store = createRawMemoryStore();
    const idle = startRelay({ ...ports(), inner: store, vault: createMemoryVault(), registry, watchMs: 300 });
    const measured = async () => {
      const text = await registry.metrics();
      const of = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
      return of;
    };
    await expect.poll(() => idle.state()).toBe('relays');
    const count = await appendRandomEvents(store, createSeededRandom(3));
    await expect.poll(() => idle.position()).toBe(await store.head());
    const working = await measured();
    expect(working('archline_relay_events_total')).toBe(count);
    expect(working('archline_relay_batches_total')).toBeGreaterThan(0);
    expect(working('archline_relay_state{state="relays"}')).toBe(1);
    expect(working('archline_relay_lag_events')).toBe(0);
    // Waits for the broker, which may refuse connections just after its start.
    const before = working('archline_relay_last_error_timestamp_seconds');
    await broker().kill();
    await expect.poll(() => idle.state()).toBe('interrupted');
    const more = await appendRandomEvents(store, createSeededRandom(4));
    const away = await measured();
    expect(away('archline_relay_lag_events')).toBe(more);
    expect(away('archline_relay_last_error_timestamp_seconds')).toBeGreaterThan(before);
    await broker().restart();
    await expect.poll(() => idle.position()).toBe(await store.head());
    expect((await measured())('archline_relay_lag_events')).toBe(0);
    // Neither metric names nor labels contain a person's id.
    const labels = (await registry.metrics()).match(/\{[^}]*\}/g) ?? [];
    for (const label of labels) expect(label).toMatch(/^\{(state|kind)="[a-z]+"\}$/);
    await idle.stop();
  });

  it('a relay connects with TLS and a password to a broker with a private certificate authority', async () => {
    const { brokers, caFile, username, password } = broker().guarded;
    const store = createRawMemoryStore();
    await appendRandomEvents(store, createSeededRandom(5));
    const began = (given: Partial<RunningKafka['guarded']>) => {
      const sasl = { mechanism: 'plain', username, password, ...given } as const;
      const access = kafkaSecurityOf({ tls: { caFile: given.caFile === '' ? undefined : caFile }, sasl });
      const told: string[] = [];
      const hear = (facts: object, said: string) => void told.push(inspect([facts, said]));
      const log = { info: hear, warn: hear };
      const vault = createMemoryVault();
      return {
        told,
        relay: startRelay({ ...ports(), log, inner: store, vault, brokers: [brokers], access }),
      };
    };
    const right = began({});
    const head = await store.head();
    await expect.poll(() => [right.relay.position(), right.told]).toEqual([head, expect.any(Array)]);
    await right.relay.stop();
    for (const wrong of [{ password: 'geheim' }, { caFile: '' }]) {
      const { relay: refused, told } = began(wrong);
      await expect.poll(() => refused.state()).toBe('interrupted');
      await refused.stop();
      expect(told.join()).not.toMatch(/geheim|secret-of-tests/);
    }
  });
}
