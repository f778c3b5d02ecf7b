/** Installs the compared packages into their own folder when the benchmark runs first. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HOME = fileURLToPath(new URL('./peers/', import.meta.url));

const npm = (...args: string[]) =>
  spawnSync('npm', args, {
    cwd: HOME,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    // sqlite3 would download a binary from outside the registry; it is compiled here instead (about 90 s).
    env: { ...process.env, npm_config_build_from_source: 'true' },
  });

/**
 * Imports a package from the peers' folder. Installs the folder's packages first if the package is missing.
 * @param native a package to compile, if its binary is missing
 * @throws Error if the installation failed
 */
export async function installAndImportPeer(name: string, native?: string): Promise<unknown> {
  if (!existsSync(join(HOME, 'node_modules', name))) {
    npm('install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund');
  }
  if (native !== undefined && !existsSync(join(HOME, 'node_modules', native, 'build', 'Release'))) {
    npm('rebuild', native);
  }
  const require = createRequire(join(HOME, 'package.json'));
  return import(pathToFileURL(require.resolve(name)).href);
}

/** The used part of emmett's event stores. Cast boundary to packages that the product does not use. */
export type EmmettStore = {
  appendToStream(
    stream: string,
    events: { type: string; data: unknown; metadata: unknown }[],
    options: { expectedStreamVersion: bigint | 'STREAM_DOES_NOT_EXIST' },
  ): Promise<unknown>;
};

export const emmettExpectedVersion = (there: number) =>
  there === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(there);
