/** A separate worktree for planted faults: the caller's folder is never changed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './table.ts';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the text with the fault in it.
 * @throws Error if `from` does not occur exactly once: the mutant is stale
 */
export function applyMutant(text: string, { name, file, from, to }: Mutant): string {
  const found = text.split(from).length - 1;
  if (found !== 1)
    throw new Error(
      `${name} is stale: ${file} has its text ${found} times. Fix it in infra/mutants/table.ts.`,
    );
  return text.replace(from, () => to);
}

export type MutantWorktree = {
  folder: string;
  /**
   * Plants faults, each in its own file. The returned function restores the files. @throws Error for a stale
   * mutant
   */
  plant(mutants: readonly Mutant[]): () => void;
  /** Removes the worktree if it was created here. */
  close(): void;
};

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', repositoryRoot, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Creates a temporary worktree of a commit that shares this folder's packages. */
function addWorktree(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'archline-mutants-')), 'archline');
  git('worktree', 'add', '--detach', '--quiet', folder, commit);
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** @param at commit of the worktree @param into existing worktree to use instead of `at`; it is kept */
export function openMutantWorktree({ at = 'HEAD', into }: { at?: string; into?: string }): MutantWorktree {
  if (into !== undefined && resolve(into) === resolve(repositoryRoot))
    throw new Error('Refusing to plant faults in the current folder.');
  const folder = into === undefined ? addWorktree(at) : resolve(into);
  if (!existsSync(join(folder, 'node_modules'))) throw new Error(`${folder} has no node_modules.`);
  return {
    folder,
    plant(mutants) {
      const texts = mutants.map(mutant => {
        const path = join(folder, mutant.file);
        const text = readFileSync(path, 'utf8');
        return { path, text, next: applyMutant(text, mutant) };
      });
      for (const { path, next } of texts) writeFileSync(path, next);
      return () => {
        for (const { path, text } of texts) writeFileSync(path, text);
      };
    },
    close() {
      if (into !== undefined) return;
      git('worktree', 'remove', '--force', folder);
      rmSync(join(folder, '..'), { recursive: true, force: true });
    },
  };
}
