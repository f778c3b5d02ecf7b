/** Assigns files to arches and stages, and reports every fault in their sequence, not only the first. */
import type { Issue } from '#events/errors.ts';
import type { Arch, Fdi } from '#events/tooth/fdi.ts';
import { findArchInPath, findStageInPath, findToothInPath, isGumFile } from './file-names.ts';
import type { SourceFile } from './sources.ts';

type StageFile = { stage: number; source: SourceFile };
/** An arch's files from its start. `gum` is a separate file of the gum. */
export type ArchFiles = { arch: Arch; files: StageFile[]; gum: SourceFile | null };
/** The STL of a single tooth. */
type ToothFile = { fdi: Fdi; source: SourceFile };

export type SortedStageFiles = {
  arches: ArchFiles[];
  /** Files without a shape, such as a readme or a picture. They are left out, with a note. */
  ignored: string[];
  issues: Issue[];
};

const isStl = ({ name }: SourceFile) => /\.stl$/i.test(name);

/** Sorts the single-tooth files that accompany a pose table. */
export function sortToothFiles(table: SourceFile, sources: readonly SourceFile[]) {
  const shapes = sources.filter(isStl);
  const gums = shapes.filter(({ name }) => isGumFile(name));
  const own = shapes.filter(source => !gums.includes(source));
  const issues: Issue[] = [];
  const teeth: ToothFile[] = [];
  for (const source of own) {
    const fdi = findToothInPath(source.name);
    const first = teeth.find(tooth => tooth.fdi === fdi);
    if (!fdi) issues.push({ path: source.name, issue: 'stage-tooth-name' });
    else if (first)
      issues.push({ path: source.name, issue: 'stage-twice', values: { other: first.source.name } });
    else teeth.push({ fdi, source });
  }
  return { table, teeth, gums, issues };
}
export type SortedToothFiles = ReturnType<typeof sortToothFiles>;

function placed(sources: readonly SourceFile[]) {
  const issues: Issue[] = [];
  const found: { arch: Arch; stage: number; gum: boolean; source: SourceFile }[] = [];
  for (const source of sources) {
    const arch = findArchInPath(source.name);
    const stage = findStageInPath(source.name);
    const gum = isGumFile(source.name);
    if (!arch) issues.push({ path: source.name, issue: 'stage-arch' });
    else if (stage === undefined && !gum) issues.push({ path: source.name, issue: 'stage-name' });
    else found.push({ arch, stage: stage ?? 0, gum, source });
  }
  return { found, issues };
}

/** Sorts stages. The lowest number is the start, even if it is not 0. */
function inOrder(files: readonly StageFile[], issues: Issue[]): StageFile[] {
  const sorted = files.toSorted((a, b) => a.stage - b.stage);
  const start = sorted[0]?.stage ?? 0;
  sorted.forEach(({ stage, source }, i) => {
    const before = sorted[i - 1];
    if (before?.stage === stage)
      issues.push({ path: source.name, issue: 'stage-twice', values: { other: before.source.name } });
    else if (before && stage > before.stage + 1)
      issues.push({ path: source.name, issue: 'stage-skipped', values: { stage: before.stage + 1 } });
  });
  return sorted.map(({ stage, source }) => ({ stage: stage - start, source }));
}

/** Sorts files with one STL for each stage and arch. */
export function sortStageFiles(sources: readonly SourceFile[]): SortedStageFiles {
  const { found, issues } = placed(sources.filter(isStl));
  const arches = (['upper', 'lower'] as const).flatMap((arch): ArchFiles[] => {
    const own = found.filter(file => file.arch === arch);
    const files = inOrder(
      own.filter(({ gum }) => !gum),
      issues,
    );
    const [gum] = own.filter(file => file.gum).sort((a, b) => a.stage - b.stage);
    return files.length > 0 ? [{ arch, files, gum: gum?.source ?? null }] : [];
  });
  for (const { arch, files } of arches)
    if (files.length === 1) issues.push({ path: files[0]?.source.name ?? arch, issue: 'stage-alone' });
  if (arches.length === 0 && issues.length === 0) issues.push({ path: 'file', issue: 'stage-none' });
  const ignored = sources.filter(source => !isStl(source)).map(({ name }) => name);
  return { arches, ignored, issues };
}
