/** A copy of this tree in a folder of its own, to which patches are applied and taken back. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../setup/install.mjs';

export type Run = { ok: boolean; output: string };

export type TreeCopy = {
  /** @param without files whose part is left out */
  apply(patch: string, without?: readonly string[]): Run;
  /** The tree as it was copied. */
  reset(): void;
  /** Runs a program of the copy with Node. */
  node(args: readonly string[]): Run;
  remove(): void;
};

function run(program: string, args: readonly string[], cwd: string): Run {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // The copy is a repository of its own, wherever a hook of git's may have started this.
    env: { ...process.env, GIT_DIR: undefined, GIT_INDEX_FILE: undefined, NO_COLOR: '1' },
  });
  return { ok: status === 0, output: stdout + stderr };
}

/** @throws Error with git's words */
function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=recipes', '-c', 'user.email=recipes@archline.invalid'];
  const { ok, output } = run('git', [...identity, ...args], cwd);
  if (!ok) throw new Error(output);
  return output;
}

/** Copies what is in the tree now, committed or not; packages are those of this tree. */
export function copyTree(): TreeCopy {
  const dir = mkdtempSync(join(tmpdir(), 'archline-recipes-'));
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const file of listed.split('\0').filter(Boolean))
    cpSync(join(root, file), join(dir, file), { recursive: true });
  git(dir, 'init', '--quiet');
  git(dir, 'add', '--all');
  git(dir, 'commit', '--quiet', '--message', 'copy');
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  // Packages are no part of the copy: taking changes back leaves them.
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
