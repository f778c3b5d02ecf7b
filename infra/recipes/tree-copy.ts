/** A copy of this tree in a temporary folder, to apply patches to and reset. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../setup/install.mjs';

export type RunResult = { ok: boolean; output: string };

export type TreeCopy = {
  /** @param without files whose changes are left out */
  apply(patch: string, without?: readonly string[]): RunResult;
  /** Restores the copied state. */
  reset(): void;
  /** Runs a script of the copy with Node. */
  node(args: readonly string[]): RunResult;
  remove(): void;
};

function run(program: string, args: readonly string[], cwd: string): RunResult {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // Clears git's variables, because the copy is its own repository even if a git hook started this process.
    env: { ...process.env, GIT_DIR: undefined, GIT_INDEX_FILE: undefined, NO_COLOR: '1' },
  });
  return { ok: status === 0, output: stdout + stderr };
}

/** @throws Error with git's output */
function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=recipes', '-c', 'user.email=recipes@archline.invalid'];
  const { ok, output } = run('git', [...identity, ...args], cwd);
  if (!ok) throw new Error(output);
  return output;
}

/** Copies the current tree, including uncommitted changes, and links its packages. */
export function copyTree(): TreeCopy {
  const dir = mkdtempSync(join(tmpdir(), 'archline-recipes-'));
  const listed = git(repositoryRoot, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const file of listed.split('\0').filter(Boolean))
    cpSync(join(repositoryRoot, file), join(dir, file), { recursive: true });
  git(dir, 'init', '--quiet');
  git(dir, 'add', '--all');
  git(dir, 'commit', '--quiet', '--message', 'copy');
  symlinkSync(join(repositoryRoot, 'node_modules'), join(dir, 'node_modules'));
  // `reset` must keep the link to the packages, which are not committed.
  const kept = ['--exclude', 'node_modules'];
  return {
    apply: (patch, without = []) =>
      run('git', ['apply', ...without.map(file => `--exclude=${file}`), patch], dir),
    reset: () => {
      git(dir, 'checkout', '--quiet', '.');
      git(dir, 'clean', '-dfq', ...kept);
    },
    node: args => run(process.execPath, args, dir),
    remove: () => rmSync(dir, { recursive: true }),
  };
}
