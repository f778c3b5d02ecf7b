/** Operator commands: their output and their effects. A few run as a separate process. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runArchlineCommand } from './archline.ts';
import { openInstallation } from './backup/testing/installation.ts';

const program = fileURLToPath(new URL('archline.ts', import.meta.url));
const server = fileURLToPath(new URL('main.ts', import.meta.url));

let root: string;
let dataDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'archline-command-'));
  dataDir = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true }));

type Ended = { code: number | null; out: string; err: string };

/** Runs a command in this process. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const ended = { out: '', err: '' };
  const said = (line: string) => {
    ended.out += `${line}\n`;
  };
  const complain = (line: string) => {
    ended.err += `${line}\n`;
  };
  const code = await runArchlineCommand(args, { env: { DATA_DIR: dataDir, ...env }, said }, complain);
  return { code, ...ended };
}

/** Runs a command as a separate process, without a terminal. */
function typed(args: readonly string[], env: Record<string, string> = {}, script = program): Promise<Ended> {
  const settings = { DATA_DIR: dataDir, ...env };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', chunk => {
    said.out += chunk;
  });
  child.stderr.on('data', chunk => {
    said.err += chunk;
  });
  return new Promise(resolve => child.once('close', code => resolve({ code, ...said })));
}

/** Creates an installation with a patient in DATA_DIR, and closes it. */
async function install(): Promise<void> {
  const installation = await openInstallation(dataDir);
  await installation.say('A', '张伟');
  await installation.close();
}

/** Timeout for commands that retry an unavailable server for eight seconds. */
const patient = 90_000;

test('--help answers for all commands, for each, and for the server', async () => {
  const { code, out, err } = await typed(['--help']);
  const names = [...out.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  expect([code, err, names]).toEqual([
    0,
    '',
    expect.arrayContaining(['backup', 'create-admin', 'prepare-rows']),
  ]);
  for (const name of names) {
    const { code, out: one, err } = await run([name, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(one).toMatch(new RegExp(`^ {2}${name} `));
    expect(out).toContain(one.trimEnd());
  }
  expect(await typed(['--help'], {}, server)).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(/^services\/main\.ts \[--run=api,[^\n]+\n$/),
  });
  expect(await run(['bakup', '--help'])).toMatchObject({ code: 1, out: '' });
  expect(existsSync(dataDir)).toBe(false);
});

const boss = ['create-admin', '--userName', 'boss', '--name', 'Boss'];
const ADMIN_PASSWORD = 'archline1';

test('a folder with keys but without its secret is refused, and gets no new secret', async () => {
  await install();
  rmSync(join(dataDir, 'secret'));
  const there = expect.stringMatching(
    /^The secret [^\n]+data\/secret is missing, [^\n]+ set SECRET_FILE to its path\.\n$/,
  );
  expect(await run(boss, { ADMIN_PASSWORD })).toEqual({ code: 1, out: '', err: there });
  expect(readdirSync(dataDir)).not.toContain('secret');
});

test('a backup without the secret is made; with another secret it warns at the end', async () => {
  await install();
  const secret = join(dataDir, 'secret');
  rmSync(secret);
  expect(await run(['backup', join(root, 'first')])).toMatchObject({ code: 0, err: '' });
  writeFileSync(secret, 'f'.repeat(64));
  const { code, out, err } = await run(['backup', join(root, 'second')]);
  expect([code, out, err]).toEqual([
    1,
    expect.stringContaining('The backup is in '),
    expect.stringMatching(/^The secret does not belong to [^\n]+\n$/),
  ]);
});

test('a running server’s log is not copied, because later events would be missing', async () => {
  const installation = await openInstallation(dataDir);
  const ended = await run(['copy-log', '--from', dataDir, '--to', join(root, 'copy')]);
  await installation.close();
  const inUse = expect.stringMatching(/^The data folder [^\n]+ is in use by another Archline process\./);
  expect(ended).toEqual({ code: 1, out: '', err: inUse });
  expect(existsSync(join(root, 'copy'))).toBe(false);
  expect(await run(['copy-log', '--from', dataDir, '--to', join(root, 'copy')])).toMatchObject({
    code: 0,
  });
});

test('relay-from creates no installation', async () => {
  const err = expect.stringMatching(
    /data\/vault\.db does not exist\. Set DATA_DIR to the folder of an installation\.\n$/,
  );
  expect(await run(['relay-from', '0'])).toEqual({ code: 1, out: '', err });
  expect(existsSync(dataDir)).toBe(false);
});

test('rotate-keys starts a generation; --now changes nothing without --yes', async () => {
  const err = expect.stringMatching(/data\/vault\.db does not exist/);
  expect(await run(['rotate-keys'])).toEqual({ code: 1, out: '', err });
  await install();
  expect(await run(['rotate-keys', '--yes'])).toMatchObject({ code: 1, out: '' });
  const first =
    /^Key generation 1 becomes active at \d{4}-[^\n]+Z\.\nSessions and links signed with older keys [^\n]+\n$/;
  // Runs as a process, which ends only if the command leaves nothing open.
  expect(await typed(['rotate-keys'])).toEqual({ code: 0, out: expect.stringMatching(first), err: '' });
  const shown = await run(['rotate-keys', '--now']);
  expect(shown.out).toMatch(
    /^All older signing keys become invalid [^\n]+\nNothing has been changed\. [^\n]+\n$/,
  );
  const done = await run(['rotate-keys', '--now', '--yes']);
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nKey generation 2 is active\. [^\n]+\n$/),
  });
});

test.each([
  ['nothing', ['create-admin'], {}],
  ['no password', boss, {}],
])('create-admin with %s and without a terminal shows its usage', async (_, args, env) => {
  const { code, out, err } = await typed(args, env);
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^ {2}create-admin --userName <login>/)]);
});

test('create-admin names invalid values, and leaves nothing behind', async () => {
  const wrong = ['create-admin', '--userName', 'b', '--name', 'Boss 9'];
  expect(await run(wrong, { ADMIN_PASSWORD: 'short' })).toEqual({
    code: 1,
    out: '',
    err: `Some of what was entered is not right.
  userName: 2 to 40 letters, digits, dots, _, @ or -, a letter or digit first
  password: 6 to 20 letters and digits, at least one of each
  name: Letters or Chinese characters only
`,
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('create-admin refuses a common password, and leaves nothing behind', async () => {
  const { code, err } = await run(boss, { ADMIN_PASSWORD: 'password1' });
  expect([code, err]).toEqual([1, expect.stringContaining('password: This password is among the 10,000')]);
  expect(existsSync(dataDir)).toBe(false);
});

test('create-admin reports a user name that exists', async () => {
  expect(await run(boss, { ADMIN_PASSWORD })).toMatchObject({ code: 0, err: '' });
  const err = 'User already exists.\n  userName: Already in use\n';
  expect(await run(boss, { ADMIN_PASSWORD })).toEqual({ code: 1, out: '', err });
});

test('a file in place of a folder is reported in a sentence', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const told = { code: 1, out: '', err: `${file} is not a folder.\n` };
  expect(await run(['restore', file])).toEqual(told);
  expect(await run(boss, { ADMIN_PASSWORD, DATA_DIR: file })).toEqual(told);
});

// A port without a listener.
const away = 'esdb://127.0.0.1:1?tls=false';

test(
  'an unavailable log server is reported by every command, as possibly temporary',
  async () => {
    await install();
    const backups = join(root, 'backups');
    expect(await run(['backup', backups])).toMatchObject({ code: 0 });
    const into = join(root, 'new');
    const ended = await Promise.all([
      run(['backup', join(root, 'other')], { EVENT_STORE: away }),
      run(['copy-log', '--from', dataDir, '--to', away]),
      typed(['erase', 'A'], { EVENT_STORE: away }),
      run(['restore', backups], { EVENT_STORE: away, DATA_DIR: into }),
    ]);
    const sentence = expect.stringMatching(/^The servers of EVENT_STORE do not answer [^\n]+\n$/);
    expect(ended.map(({ code, err }) => [code, err])).toEqual(ended.map(() => [69, sentence]));
    expect(existsSync(into), 'the data folder that a restore has made').toBe(false);
  },
  patient,
);
