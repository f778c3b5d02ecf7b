/**
 * Import rules of the folders of services/. Each folder has a floor and imports only folders of lower floors, types
 * included, so that it can be read, tested and replaced without the code above it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const floors: readonly Record<string, string>[] = [
  {
    clock: 'ports for time, ids, randomness and timers',
    childProcess: 'work in a process that may crash or hang alone',
    i18n: 'the dictionaries of web/i18n and the provinces, for the server',
    s3: 'a bucket of an S3 store: calls, retries, errors',
  },
  {
    concurrency: 'mutex, semaphores, rate limit',
    logging: "the program's log and the security log",
    settings: 'environment variables, parsed and checked',
    translate: 'the port of the machine translation',
  },
  { eventstore: 'the event log: its port, SQLite, EventStoreDB, memory' },
  {
    command: 'load, decide, append: how anything changes',
    imports: 'tables of people, read from files',
    trace: 'spans and their export',
    vault: 'small mutable records, leases, keys; the log sealed with them',
  },
  {
    files: 'uploads, checks of their bytes, where bytes are stored',
    mail: 'mails, the outbox, ways to send',
    sms: 'text messages, ways to send',
    people: 'accounts, passwords, sessions, devices',
    release: 'the rules of moves that a release serves, recorded in the log',
  },
  {
    analysis: "the analysts' tables and the replay's track, made from the log",
    archive: "a case's record as a zip",
    audit: 'downloads, exports and looks, recorded',
    backup: 'backup and restore',
    chat: 'conversations: messages, claims, read marks',
    http: 'what API, pages and sockets share of a request: context, session, cookies, bodies, errors',
    news: 'articles',
    past: 'keyframes of past rows, laid in time',
    pdf: 'orders, reports, labels and packing lists on paper',
    singleSignOn: 'sign-in by the providers of organisations',
    previews: 'pictures and meshes made from models and plans',
    snapshots: 'read models that nodes leave for each other',
  },
  {
    erasing: 'a patient erased, or given a copy of all that is held',
    metrics: 'runtime metrics for Prometheus',
    pages: 'server rendering and static files',
    seed: "the demo's data",
    share: 'links to a plan, opened without an account',
  },
  {
    effects: 'what follows from events: mail, models, reminders',
    realtime: 'sockets',
    relay: 'events to Kafka',
    year: 'a simulated year',
  },
  { api: 'HTTP routes' },
  { start: 'the ports opened, the parts assembled' },
  { cli: "an operator's commands" },
];

/** Files outside folders: the two programs. */
const programs = ['main.ts', 'archline.ts'];

/** Tests and their helpers may import anything. */
const isTest = (path: string) =>
  /\.test\.ts$|(?:^|\/)(?:testing|contract|crash)\/|(?:^|[/-])(?:testing|contract)\.ts$/.test(path);

const roomOf = (path: string) => path.split('/')[0] ?? '';
const floorOf = (room: string) =>
  programs.includes(room) ? floors.length : floors.findIndex(rooms => Object.hasOwn(rooms, room));

/** Paths below services/ that a file names: imported modules, programs of threads and child processes. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/'(#services\/|\.{1,2}\/)([^'\n]+\.[a-z]+)'/g)].map(([, start, rest]) =>
    start === '#services/' ? `${rest}` : posix.join(posix.dirname(path), `${start}${rest}`),
  );
}

/** @param files texts by path below services/ @returns a sentence for each violation */
function faultsIn(files: ReadonlyMap<string, string>): string[] {
  const sources = [...files.keys()].filter(path => !isTest(path));
  const outside = sources.filter(path => floorOf(roomOf(path)) < 0);
  const arrows = sources.flatMap(from =>
    importsOf(from, files.get(from) ?? '').flatMap(to => (files.has(to) ? [{ from, to }] : [])),
  );
  const upward = arrows.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    return room !== other && floorOf(other) >= floorOf(room);
  });
  const pair = (from: string, to: string) => `${posix.dirname(from)} ${posix.dirname(to)}`;
  const pairs = new Set(arrows.map(({ from, to }) => pair(from, to)));
  const mutual = arrows.filter(
    ({ from, to }) => posix.dirname(from) !== posix.dirname(to) && pairs.has(pair(to, from)),
  );
  const helping = arrows.filter(({ to }) => isTest(to));
  return [
    ...outside.map(path => `${path} is in no room`),
    ...upward.map(({ from, to }) => `${from} imports ${to}, which is not on a lower floor`),
    ...mutual.map(({ from, to }) => `${from} imports ${to}, whose folder imports its own`),
    ...helping.map(({ from, to }) => `${from} imports ${to}, a helper of tests`),
  ];
}

test('folders of services/ import lower floors only', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /\.m?ts$/.test(path));
  const files = new Map(paths.map(path => [path, readFileSync(folder + path, 'utf8')]));
  expect(faultsIn(files)).toEqual([]);
  const empty = floors.flatMap(Object.keys).filter(room => !paths.some(path => roomOf(path) === room));
  expect(empty).toEqual([]);
});

test.each([
  [
    { 'clock/clock.ts': "import type { Log } from '../logging/log.ts';" },
    'clock/clock.ts imports logging/log.ts',
  ],
  [{ 'chat/talk.ts': "import { html } from '#services/http/body.ts';" }, 'chat/talk.ts imports http/body.ts'],
  [{ 'words.ts': '' }, 'words.ts is in no room'],
  [{ 'aside/words.ts': '' }, 'aside/words.ts is in no room'],
  [
    { 'files/used.ts': "import './checks/stl.ts'", 'files/checks/stl.ts': "import('../used.ts')" },
    'files/used.ts imports files/checks/stl.ts, whose folder',
  ],
  [
    { 'mail/smtp.ts': "import { bench } from './testing/bench.ts';" },
    'mail/smtp.ts imports mail/testing/bench.ts',
  ],
])('import rules name the violation in %j', (given, sentence) => {
  const known = ['logging/log.ts', 'http/body.ts', 'mail/testing/bench.ts'];
  const files = new Map([...known.map(path => [path, ''] as const), ...Object.entries(given)]);
  expect(faultsIn(files)[0]).toContain(sentence);
});
