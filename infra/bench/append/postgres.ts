/** A PostgreSQL server in its own folder, for the time of the benchmark. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export type PostgresServer = { connection: string; version: string; stop(): void };

/** @throws Error if no server is installed or it does not start */
export async function startPostgres(dir: string): Promise<PostgresServer> {
  const bin = findBinaries();
  const home = join(dir, 'postgres');
  const data = join(home, 'data');
  mkdirSync(home);
  const user = unprivileged(dir, home);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...user,
      cwd: home,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  run('initdb', '-D', data, '-U', 'bench', '--auth=trust', '--encoding=UTF8', '--no-locale');
  const port = await freePort();
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${home}`;
  execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', join(home, 'log'), '-o', options, 'start'], {
    ...user,
    cwd: home,
    stdio: 'ignore',
  });
  // Stops the server even if the benchmark throws: pg_ctl has detached it, so it would outlive this process.
  const stop = () => {
    if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  };
  process.once('exit', stop);
  return {
    connection: `postgresql://bench@127.0.0.1:${port}/postgres`,
    version: run('postgres', '--version').trim(),
    stop,
  };
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

function findBinaries(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [];
  const folders = [
    ...versions.reverse().map(v => `/usr/lib/postgresql/${v}/bin`),
    '/usr/local/bin',
    '/usr/bin',
  ];
  const found = folders.find(folder => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('the PostgreSQL server is not installed (initdb)');
  return found;
}

/**
 * Account for the server, because PostgreSQL refuses to run as root and a container often has no other user.
 */
function unprivileged(dir: string, home: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const user = { uid: id('-u'), gid: id('-g') };
  chmodSync(dir, 0o755);
  chownSync(home, user.uid, user.gid);
  return user;
}
