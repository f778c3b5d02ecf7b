/** What a model at rest is, or what is wrong with it, in the words of a defect. */
import { isRefusal } from '#events/errors.ts';
import type { Unit } from '#events/file/model-found.ts';
import { foundOf, type ReadModel, readModel } from '../previews/read-model.ts';
import type { DefectWord, ModelReport } from './model-reader.ts';

/** Millimetres. Far beyond any arch, whatever the unit: what lies outside is no scan in any. */
const largest = 1000;
const smallest = 0.1;

/** What the upload's check says, in the words of a defect. */
const words: Record<string, DefectWord> = {
  'not-stl': 'not-stl',
  'stl-length': 'length',
  'stl-truncated': 'truncated',
  'stl-empty': 'empty',
  'stl-not-finite': 'not-a-number',
  'mesh-flat': 'degenerate',
  'mesh-few': 'degenerate',
};

/** An arch that has its size in another unit would be planned many times too small or too large. */
const unitWords: Record<Unit, DefectWord | null> = {
  mm: null,
  inch: 'in-inches',
  cm: 'in-centimetres',
  m: 'in-metres',
  um: 'in-micrometres',
};

/** What is wrong with a model that could be read; null where nothing is. */
function defectOf({ unit, size, inward }: ReadModel['findings']): DefectWord | null {
  const extent = Math.max(...size);
  if (unit) return unitWords[unit] ?? (inward ? 'inside-out' : null);
  if (extent > largest) return 'too-large';
  if (extent < smallest) return 'too-small';
  return inward ? 'inside-out' : null;
}

async function reportOn(path: string, size: number): Promise<ModelReport> {
  const read = await readModel(path, size);
  const defect = defectOf(read.findings);
  if (defect) return { defect };
  const { triangles, box } = read.model;
  return { triangles, box, found: foundOf(read) };
}

/** @throws Error where the reading itself breaks down */
export async function reportOnModel(path: string, size: number): Promise<ModelReport> {
  try {
    return await reportOn(path, size);
  } catch (error) {
    if (isRefusal(error)) return { defect: words[error.data?.issues?.[0]?.issue ?? ''] ?? 'unreadable' };
    if (error instanceof Error && 'errno' in error) return { defect: 'unreadable' };
    throw error;
  }
}
