/** Servers that tests and the stack run without containers: got once for a machine, shared by every checkout. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const dir = process.env.ARCHLINE_SERVERS || join(homedir(), '.cache', 'archline-servers');

/** Runs a program to its end; resolves with what it said. @throws Error with what it said where it failed */
export const ran = async (
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
 * The folder of what `make` puts into the empty folder that it is given; made where it is not there yet. Two that come
 * at once both make it, and one of them is kept.
 * @param name with its version: another version is another folder
 * @throws Error why it cannot be had here
 */
export async function installed(name: string, make: (into: string) => Promise<void>): Promise<string> {
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

/** Whether it was got before. */
export const isInstalled = (name: string): boolean => existsSync(join(dir, name));

/** The oldest Go that gets a newer toolchain where a module asks for one. */
const oldestGo = 21;

async function checkGo(): Promise<void> {
  const version = await ran('go', ['env', 'GOVERSION']).catch(() => '');
  if (Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0) < oldestGo)
    throw new Error(`it needs Go 1.${oldestGo} or newer: https://go.dev/dl`);
}

/**
 * Without `direct` nothing is fetched past the module proxy; nothing here needs a C compiler.
 * @throws Error where there is no Go
 */
export async function goEnv(): Promise<Record<string, string>> {
  await checkGo();
  const [proxy = ''] = (await ran('go', ['env', 'GOPROXY'])).trim().split(',');
  return { GOPROXY: proxy, GOFLAGS: '-buildvcs=false', CGO_ENABLED: '0' };
}

/**
 * The path of a program in Go, built from its module.
 * @param module as `go install` takes it, without its version
 */
async function goProgram(module: string, version: string): Promise<string> {
  const name = basename(module);
  const dir = await installed(`${name}-${version}`, async into => {
    const env = { ...(await goEnv()), GOBIN: into };
    await ran('go', ['install', `${module}@${version}`], { cwd: into, env });
  });
  return join(dir, name);
}

/**
 * Whether something can be had here. Where it cannot, its tests are not run and say why.
 * @param name as the line says it
 */
export async function isHere(name: string, get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return true;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.log(`NOT RUN: the tests over ${name} (${why})`);
    return false;
  }
}

/** A program in Go that takes minutes to build: infra/deploy/tools.ts gets it, and tests use it where it is there. */
export type Tool = {
  /** As the line says it where it is missing. */
  is: string;
  folder: string;
  get(): Promise<string>;
};

/** @param module as `go install` takes it, without its version */
export const goTool = (is: string, module: string, version: string): Tool => ({
  is,
  folder: `${basename(module)}-${version}`,
  get: () => goProgram(module, version),
});

/** Whether it is there; where it is not, a line says how to get it. */
export const toolHere = ({ is, folder }: Tool): Promise<boolean> =>
  isHere(is, async () => {
    if (!isInstalled(folder))
      throw new Error('with Go, npx node infra/deploy/tools.ts builds it in some minutes');
  });
