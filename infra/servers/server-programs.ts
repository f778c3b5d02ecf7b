/**
 * Installs servers that tests and the stack run without containers: once for a machine, shared by all
 * checkouts.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const dir = process.env.ARCHLINE_SERVERS || join(homedir(), '.cache', 'archline-servers');

/** Runs a program to its end. @returns its standard output @throws Error with its output if it fails */
export const runProgram = async (
  program: string,
  args: readonly string[],
  how: { cwd?: string; env?: object } = {},
) =>
  (
    await promisify(execFile)(program, args, {
      cwd: how.cwd,
      env: { ...process.env, ...how.env },
      maxBuffer: 64 * 1024 * 1024,
    })
  ).stdout;

/**
 * Returns the installation folder `name`. If it is missing, `make` fills an empty folder, which is then
 * renamed. Two concurrent calls both run `make`, and one result is kept.
 * @param name name and version: each version has its own folder
 * @throws Error if the installation fails
 */
export async function ensureInstalled(name: string, make: (into: string) => Promise<void>): Promise<string> {
  const at = join(dir, name);
  if (existsSync(at)) return at;
  await mkdir(dir, { recursive: true });
  const into = await mkdtemp(join(dir, `.${name}-`));
  try {
    await make(into);
    await rename(into, at);
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    if (!existsSync(at)) throw error;
  }
  return at;
}

/** Whether the folder `name` was installed before. */
export const isInstalled = (name: string): boolean => existsSync(join(dir, name));

/** Oldest Go version that downloads a newer toolchain if a module requires it. */
const oldestGo = 21;

async function checkGo(): Promise<void> {
  const version = await runProgram('go', ['env', 'GOVERSION']).catch(() => '');
  if (Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0) < oldestGo)
    throw new Error(`needs Go 1.${oldestGo} or newer: https://go.dev/dl`);
}

/**
 * Environment of Go builds. GOPROXY lacks `direct`, so modules come only from the proxy; no build needs a C
 * compiler.
 * @throws Error if Go is missing or too old
 */
export async function createGoBuildEnv(): Promise<Record<string, string>> {
  await checkGo();
  const [proxy = ''] = (await runProgram('go', ['env', 'GOPROXY'])).trim().split(',');
  return { GOPROXY: proxy, GOFLAGS: '-buildvcs=false', CGO_ENABLED: '0' };
}

/**
 * Returns the path of a Go program, and builds it if it is missing.
 * @param module argument of `go install` without the version
 */
async function goProgram(module: string, version: string): Promise<string> {
  const name = basename(module);
  const dir = await ensureInstalled(`${name}-${version}`, async into => {
    const env = { ...(await createGoBuildEnv()), GOBIN: into };
    await runProgram('go', ['install', `${module}@${version}`], { cwd: into, env });
  });
  return join(dir, name);
}

/**
 * Whether a server is available on this machine. Prints NOT RUN and the reason if it is not.
 * @param name name of the server in that line
 */
export async function isServerAvailable(name: string, get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return true;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.log(`NOT RUN: the tests with ${name} (${why})`);
    return false;
  }
}

/** A program that takes minutes to install. infra/deploy/tools.ts installs it; tests use it only if it is installed. */
export type InstallableTool = {
  /** Name of the program in the NOT RUN line. */
  is: string;
  folder: string;
  get(): Promise<string>;
};

/** @param is name in the NOT RUN line @param module argument of `go install` without the version */
export const defineGoTool = (is: string, module: string, version: string): InstallableTool => ({
  is,
  folder: `${basename(module)}-${version}`,
  get: () => goProgram(module, version),
});

/** Whether the program was built. Prints how to build it if it was not. */
export const isToolBuilt = ({ is, folder }: InstallableTool): Promise<boolean> =>
  isServerAvailable(is, async () => {
    if (!isInstalled(folder))
      throw new Error(
        'not built: install Go and run npx node infra/deploy/tools.ts, which takes some minutes',
      );
  });
