/**
 * An EVENT_STORE that its servers reject stops the start at once, with one sentence that names the remedy.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operatorSentenceOf } from '#services/start/startup-errors.ts';
import { unreachableServerIn } from '#services/start/unreachable-servers.ts';
import { type LogClusterOptions, startLogCluster } from '../../../infra/servers/log/cluster.ts';
import { collectEventIds, createTestEvent } from '../contract/context.ts';
import { openEsdbStore } from './store.ts';

const users = {
  archline: { password: 'geheim', readsAll: true },
  narrow: { password: 'geheim', readsAll: false },
};
const patience = {
  stuck: { afterMs: 1, eachMs: 1 },
  callMs: 30_000,
  wholeMs: 60_000,
  silentMs: 200,
  restMs: { first: 10, most: 100 },
};

const hasty = { ...patience, callMs: 1_000, wholeMs: 2_000 };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-refused-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Opens a log with a changed connection string. Returns the sentence that the operator sees. */
async function sentence(
  options: LogClusterOptions,
  change: (url: string) => string,
): Promise<string | undefined> {
  const servers = await startLogCluster({ tls: dir, ...options });
  try {
    const store = await openEsdbStore({ connectionString: change(servers.url), patience });
    await store.append('case-a', 'none', [createTestEvent('x')]);
    const there = await collectEventIds(store.readAll());
    await store.close();
    return there.join();
  } catch (error) {
    expect(unreachableServerIn(error)?.passing ?? false, 'it is waited for').toBe(false);
    return operatorSentenceOf(error);
  } finally {
    await servers.stop();
  }
}

const as = (user: string) => (url: string) => url.replace('://', `://${user}@`);
const untrusted = (url: string) => url.replace(/&tlsCAFile=[^&]+/, '');
const nodes = [
  ['one node', { nodes: 1 }],
  ['three nodes', { nodes: 3 }],
] as const;

for (const [name, options] of nodes) {
  test(`${name}: opens with TLS, a user and the right password`, async () => {
    expect(await sentence({ ...options, users }, as('archline:geheim'))).toBe('x');
  });

  test.each([
    ['a wrong password', { users }, as('archline:falsch'), /reject its user or password/],
    ['a connection string without a user', { users }, (url: string) => url, /require a user/],
    [
      'a user without the log as a whole',
      { users },
      as('narrow:geheim'),
      /may not read the whole log \(\$all\)/,
    ],
    ['an untrusted certificate', {}, untrusted, /an authority that this machine does not trust/],
    ['a certificate of another host', { certified: 'log.example' }, (url: string) => url, /for another host/],
  ])(`${name}: %s`, async (_what, how, change, said) => {
    const told = await sentence({ ...options, ...how }, change);
    expect(told).toMatch(said);
    expect(told).not.toMatch(/geheim|falsch/);
    expect(told).not.toContain('\n');
  });
}

test.each(nodes)('%s without TLS, connected with TLS', async (_name, options) => {
  const plain = await startLogCluster(options);
  const asked = openEsdbStore({ connectionString: plain.url.replace('tls=false', 'tls=true'), patience });
  const told = await asked.then(
    () => 'opened',
    (error: unknown) => operatorSentenceOf(error),
  );
  await plain.stop();
  expect(told).toMatch(/do not use TLS/);
});

test('unreachable addresses are named, the password is not', async () => {
  const url = 'esdb://archline:geheim@127.0.0.1:1,127.0.0.1:2?tls=false';
  const error: unknown = await openEsdbStore({ connectionString: url, patience: hasty }).catch(
    (e: unknown) => e,
  );
  expect(unreachableServerIn(error)?.passing).toBe(true);
  expect(operatorSentenceOf(error)).toMatch(
    /do not answer \(127\.0\.0\.1:1, 127\.0\.0\.1:2\)\. Check that they run/,
  );
  expect(operatorSentenceOf(error)).not.toContain('geheim');
});
