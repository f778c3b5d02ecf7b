/** The program's own EventStoreDB user: its creation, its rights, and the rights that other users lose. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKWARDS, EventStoreDBClient, FORWARDS, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runArchlineCommand } from '#services/archline.ts';
import type { UserAccounts } from '../../../infra/servers/log/access.ts';
import { type LogCluster, startLogCluster } from '../../../infra/servers/log/cluster.ts';
import { collectEventIds, collectItems, createTestEvent, createTestEvents } from '../contract/context.ts';
import { connectEsdb, type EsdbConnection } from './connection.ts';
import { defaultDeadlines } from './deadlines.ts';
import { changeLastData, type LastEventChange, readLastData } from './last-event.ts';
import { connectionStringForUser } from './leader.ts';
import { openEsdbStore } from './store.ts';

const admin = { name: 'admin', password: 'meister' };
const clerk = { name: 'clerk', password: 'angestellt' };
const ours = { name: 'archline', password: 'ge/heim' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-account-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Runs the command. Returns its exit code and its whole output. */
async function typed(eventStore: string, password = admin.password, ...args: string[]) {
  const file = join(dir, 'admin-password');
  writeFileSync(file, `${password}\n`);
  const lines: string[] = [];
  const said = (line: string) => void lines.push(line);
  const env = { EVENT_STORE: eventStore, START_WAIT_MS: '20000' };
  const code = await runArchlineCommand(
    ['log-account', '--admin-password-file', file, ...args],
    { env, said },
    said,
  );
  return { code, said: lines.join('\n') };
}

describe.each([1, 3])('on %i nodes', nodes => {
  let servers: LogCluster;
  let clients: EventStoreDBClient[];
  const urlOf = (user: typeof ours) => connectionStringForUser(servers.url, user);
  /** A raw client, for requests that the adapter never sends. */
  const clientOf = (user: typeof ours) => {
    const first = servers.url.replace(/,[^?]*/, '');
    const client = EventStoreDBClient.connectionString(connectionStringForUser(first, user));
    clients.push(client);
    return client;
  };
  const firstOfAll = (user: typeof ours) =>
    collectItems(clientOf(user).readAll({ direction: BACKWARDS, maxCount: 1 })).then(
      () => 'read',
      (error: Error) => error.constructor.name,
    );
  const ended = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Error) => error.constructor.name,
    );

  beforeEach(async () => {
    clients = [];
    const users = {
      [admin.name]: { password: admin.password, readsAll: true },
      [clerk.name]: { password: clerk.password, readsAll: false },
    };
    servers = await startLogCluster({ nodes, tls: dir, users });
  });
  afterEach(async () => {
    await Promise.all(clients.map(client => client.dispose()));
    await servers.stop();
  });

  test('creates a user with all rights that the program needs', async () => {
    expect(await firstOfAll(ours)).toBe('AccessDeniedError');
    expect(await typed(urlOf(ours), admin.password, '--exclusive')).toEqual({
      code: 0,
      said: 'The user archline exists, with the password of EVENT_STORE.\nThe whole log ($all) can be read by archline and administrators.\nStreams can be read and written by archline and administrators, and deleted only by administrators.',
    });
    const store = await openEsdbStore({ connectionString: urlOf(ours) });
    const heard = store.subscribe(await store.head(), { signal: AbortSignal.timeout(60_000) });
    const [first] = [heard[Symbol.asyncIterator]()];
    await store.append('case-a', 'none', createTestEvents(3));
    expect((await first.next()).value?.id).toBe('e0');
    expect(await collectEventIds(store.readAll())).toEqual(['e0', 'e1', 'e2']);
    expect(await collectEventIds(store.read('case-a'))).toEqual(['e0', 'e1', 'e2']);
    await first.return?.();
    await store.close();
  });

  test('denies the user with --exclusive to delete streams, change their readers, and touch system streams', async () => {
    await typed(urlOf(ours), admin.password, '--exclusive');
    const store = await openEsdbStore({ connectionString: urlOf(ours) });
    await store.append('case-a', 'none', [createTestEvent('x')]);
    await store.close();
    const client = clientOf(ours);
    expect(await ended(client.deleteStream('case-a'))).toBe('AccessDeniedError');
    expect(await ended(client.tombstoneStream('case-a'))).toBe('AccessDeniedError');
    expect(await ended(client.setStreamMetadata('case-a', { maxCount: 1 }))).toBe('AccessDeniedError');
    expect(await ended(client.setStreamMetadata('$all', {}))).toBe('AccessDeniedError');
    expect(await ended(collectItems(client.readStream('$settings', { direction: FORWARDS })))).toBe(
      'AccessDeniedError',
    );
    expect(await ended(clientOf(admin).deleteStream('case-a'))).toBe('done');
  });

  const readsCase = () =>
    ended(collectItems(clientOf(clerk).readStream('case-a', { direction: FORWARDS, maxCount: 1 })));
  /** Lets the clerk read the whole log, through the default for system streams. */
  const letClerkReadAll = () =>
    clientOf(admin).appendToStream(
      '$settings',
      jsonEvent({ type: 'update-default-acl', data: { $systemStreamAcl: { $r: ['$admins', 'clerk'] } } }),
    );
  const appendCase = async () => {
    const store = await openEsdbStore({ connectionString: urlOf(ours) });
    await store.append('case-a', 'none', [createTestEvent('x')]);
    await store.close();
  };

  test('leaves other users their rights without --exclusive, so that every user may delete a stream', async () => {
    await letClerkReadAll();
    expect(await firstOfAll(clerk)).toBe('read');
    const { said } = await typed(urlOf(ours));
    expect(said).toContain(' can be read by clerk, archline and administrators.\n');
    expect(said).toMatch(/every user may also delete streams; --exclusive prevents that\.$/);
    await appendCase();
    expect([await readsCase(), await firstOfAll(clerk)]).toEqual(['done', 'read']);
    expect(await ended(clientOf(ours).deleteStream('case-a'))).toBe('done');
  });

  test('closes streams and the whole log to other users with --exclusive', async () => {
    await letClerkReadAll();
    await clientOf(admin).setStreamMetadata('$all', { acl: { readRoles: ['$all'] } });
    expect(await firstOfAll(clerk)).toBe('read');
    await typed(urlOf(ours), admin.password, '--exclusive');
    await appendCase();
    expect([await readsCase(), await firstOfAll(clerk)]).toEqual(['AccessDeniedError', 'AccessDeniedError']);
  });

  test('ignores readers by the default for system streams with --exclusive', async () => {
    await letClerkReadAll();
    const { said } = await typed(urlOf(ours), admin.password, '--exclusive');
    expect(said).toContain('The whole log ($all) can be read by archline and administrators.\n');
    expect(await firstOfAll(clerk)).toBe('AccessDeniedError');
  });

  test('removes a user’s rights with --forget', async () => {
    const second = { name: 'archline-b', password: 'neu' };
    await typed(urlOf(ours), admin.password, '--exclusive');
    await appendCase();
    expect(await firstOfAll(ours)).toBe('read');
    const { said } = await typed(urlOf(second), admin.password, '--exclusive', '--forget', ours.name);
    expect(said).toMatch(/can be read by archline-b and .*\n.* written by archline-b and /);
    expect(await firstOfAll(ours)).toBe('AccessDeniedError');
    const reading = collectItems(clientOf(ours).readStream('case-a', { direction: FORWARDS }));
    expect(await ended(reading)).toBe('AccessDeniedError');
    expect(await firstOfAll(second)).toBe('read');
  });

  test('keeps the rights that a parallel run gives', async () => {
    const wire = connectEsdb(urlOf(admin));
    const adding = (name: string): LastEventChange => ({
      stream: '$settings',
      type: 'update-default-acl',
      change: before => ({ ...before, [name]: true }),
    });
    /** Names that the parallel run appends between this run's read and its append. */
    let others = ['b', 'c'];
    const append: EsdbConnection['append'] = async (...given) => {
      const [other, ...later] = others;
      others = later;
      if (other) await changeLastData(wire, defaultDeadlines, adding(other));
      return wire.append(...given);
    };
    await changeLastData({ ...wire, append }, defaultDeadlines, adding('a'));
    expect(await readLastData(wire, defaultDeadlines, '$settings')).toMatchObject({
      a: true,
      b: true,
      c: true,
    });
    await wire.close();
  });

  test('lets a second user replace the first, which may continue meanwhile', async () => {
    const second = { name: 'archline-b', password: 'neu' };
    await typed(urlOf(ours), admin.password, '--exclusive');
    expect(await typed(urlOf(second), admin.password, '--exclusive')).toMatchObject({ code: 0 });
    for (const [at, user] of [ours, second].entries()) {
      const store = await openEsdbStore({ connectionString: urlOf(user) });
      await store.append(`case-${at}`, 'none', [createTestEvent(`x${at}`)]);
      expect(await collectEventIds(store.readAll())).toHaveLength(at + 1);
      await store.close();
    }
    expect(await firstOfAll(clerk)).toBe('AccessDeniedError');
  });

  test('changes nothing when run again, and resets a different password', async () => {
    await typed(urlOf(ours), admin.password, '--exclusive');
    const said = async () =>
      (await collectItems(clientOf(admin).readStream('$settings', { direction: FORWARDS }))).length;
    const before = await said();
    expect(await typed(urlOf(ours), admin.password, '--exclusive')).toMatchObject({ code: 0 });
    expect(await said()).toBe(before);
    const other = { ...ours, password: 'anders' };
    expect(await typed(urlOf(other))).toMatchObject({ code: 0 });
    expect([await firstOfAll(ours), await firstOfAll(other)]).toEqual(['AccessDeniedError', 'read']);
  });
});

describe('a refused account request names its reason in one sentence', () => {
  let servers: LogCluster;
  let users: UserAccounts;
  const knownUsers = (): UserAccounts => ({
    admin: { password: admin.password, readsAll: true },
    chief: { password: 'chef', readsAll: true },
    clerk: { password: clerk.password, readsAll: false },
  });
  beforeEach(async () => {
    users = knownUsers();
    servers = await startLogCluster({ users });
  });
  afterEach(() => servers.stop());

  test.each([
    [
      'a wrong password of the administrator',
      'falsch',
      [],
      /reject the name or password of this administrator/,
    ],
    ['a user who is no administrator', clerk.password, ['--admin', 'clerk'], /may not create users/],
  ])('refuses: %s', async (_what, password, args, says) => {
    const file = join(dir, 'admin-password');
    writeFileSync(file, password);
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const env = { EVENT_STORE: connectionStringForUser(servers.url, ours), START_WAIT_MS: '500' };
    const all = ['log-account', '--admin-password-file', file, ...args];
    expect(await runArchlineCommand(all, { env, said: say }, say)).toBe(1);
    expect(lines.join('\n')).toMatch(says);
    expect(lines.join('\n')).not.toMatch(/falsch|heim|angestellt/);
  });

  test.each([
    ['the administrator', { name: 'admin', password: 'neu' }, []],
    ['the operator', { name: 'ops', password: 'neu' }, []],
    ['the administrator that --admin names', { name: 'chief', password: 'chef' }, ['--admin', 'chief']],
    ['a user of a group', { name: 'chief', password: 'chef' }, []],
    ['a user that has another password', { name: 'clerk', password: 'neu' }, []],
  ])('refuses %s as EVENT_STORE’s user, and keeps the password', async (_what, user, args) => {
    const { code, said } = await typed(
      connectionStringForUser(servers.url, user),
      args.length ? 'chef' : admin.password,
      ...args,
    );
    expect([code, said]).toEqual([1, expect.stringContaining('Put another name and a new password into')]);
    expect(said).not.toMatch(/chef|neu|meister/);
    expect(users).toEqual(knownUsers());
  });

  test('refuses --forget for the user in EVENT_STORE', async () => {
    const { code, said } = await typed(
      connectionStringForUser(servers.url, ours),
      admin.password,
      '--forget',
      ours.name,
    );
    expect([code, said]).toEqual([1, expect.stringContaining('EVENT_STORE still names')]);
  });

  test.each([
    ['no user in EVENT_STORE', () => servers.url, /EVENT_STORE names no user/],
    ['a log in the data folder', () => 'sqlite', /EVENT_STORE is not a connection string/],
  ])('refuses: %s', async (_what, url, says) => {
    const { code, said } = await typed(url());
    expect([code, said]).toEqual([1, expect.stringMatching(says)]);
  });

  test('shows the usage if the password’s file is missing', async () => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    expect(await runArchlineCommand(['log-account'], { env: {}, said: say }, say)).toBe(1);
    expect(lines.join('\n')).toContain('log-account --admin-password-file <file>');
  });
});
