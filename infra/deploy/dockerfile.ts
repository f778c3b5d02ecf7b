/** Parses the Dockerfile into stages and steps, and lists the files of the build context. */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

export type DockerStep = { word: string; rest: string };
export type DockerStage = { name: string; from: string; steps: DockerStep[] };

const here = import.meta.dirname;
export const repositoryRoot = join(here, '..', '..');

/** Splits the Dockerfile into steps. A step may continue over lines that end with a backslash. */
function stepsOf(text: string): DockerStep[] {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  return [...lines.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, word = '', rest = '']) => ({ word, rest }));
}

/** @throws Error if a stage has no name */
export function readDockerStages(): DockerStage[] {
  const stages: DockerStage[] = [];
  const values = new Map<string, string>();
  for (const { word, rest } of stepsOf(readFileSync(join(here, 'Dockerfile'), 'utf8'))) {
    const meant = rest.replace(
      /\$\{(\w+)\}/g,
      (whole, name) => (word === 'FROM' ? values.get(name) : undefined) ?? whole,
    );
    if (word === 'ARG') values.set(rest.split('=')[0] ?? '', rest.split('=')[1] ?? '');
    else if (word === 'FROM') {
      const [, from = '', name] = /^(\S+) AS (\S+)$/.exec(meant) ?? [];
      if (!name) throw new Error(`FROM ${rest}: a stage must be named`);
      stages.push({ name, from, steps: [] });
    } else stages.at(-1)?.steps.push({ word, rest: meant });
  }
  return stages;
}

/** Last step of this kind in a stage; undefined if there is none. */
export const findLastDockerStep = (stage: DockerStage | undefined, word: string): string | undefined =>
  stage?.steps.findLast(step => step.word === word)?.rest;

/** Parses the JSON list at the end of a Dockerfile step. */
export const parseStepArguments = (rest: string | undefined): string[] => {
  // Cast: Docker writes lists as JSON.
  return JSON.parse(/\[.*\]$/.exec(rest ?? '')?.[0] ?? '[]') as string[];
};

/** Paths of the repository in the build context. The last matching line of the ignore file decides. */
export function listBuildContextFiles(): string[] {
  const lines = readFileSync(join(here, 'Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
  const seen = (path: string) => {
    const line = lines.findLast(one => {
      const pattern = one.replace(/^!/, '');
      return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
    });
    return line?.startsWith('!') ?? true;
  };
  const roots = lines.filter(line => line.startsWith('!')).map(line => line.slice(1));
  const below = globSync(
    roots.flatMap(root => [root, `${root}/**/*`]),
    { cwd: repositoryRoot, withFileTypes: true },
  );
  const files = below.filter(one => one.isFile()).map(one => join(one.parentPath, one.name));
  return files.map(file => file.slice(repositoryRoot.length + 1)).filter(seen);
}
