/** Reports on a stored model: its measures or its defect. */
import { isRefusal } from '#events/errors.ts';
import type { ModelUnit } from '#events/file/recorded-model-findings.ts';
import { modelFindingsOf, type ParsedModel, parseModelFile } from '../previews/parse-model.ts';
import type { ModelDefectName, ModelReport } from './model-reader.ts';

/** Largest extent in millimetres. No scan in any unit is larger. */
const largest = 1000;
const smallest = 0.1;

/** Defect words for the errors of the upload check. */
const words: Record<string, ModelDefectName> = {
  'not-stl': 'not-stl',
  'stl-length': 'length',
  'stl-truncated': 'truncated',
  'stl-empty': 'empty',
  'stl-not-finite': 'not-a-number',
  'mesh-flat': 'degenerate',
  'mesh-few': 'degenerate',
};

/** Defects of wrong units: such an arch would be planned many times too small or too large. */
const unitWords: Record<ModelUnit, ModelDefectName | null> = {
  mm: null,
  inch: 'in-inches',
  cm: 'in-centimetres',
  m: 'in-metres',
  um: 'in-micrometres',
};

/** The defect of a readable model. Null if there is none. */
function defectOf({ unit, size, inward }: ParsedModel['findings']): ModelDefectName | null {
  const extent = Math.max(...size);
  if (unit) return unitWords[unit] ?? (inward ? 'inside-out' : null);
  if (extent > largest) return 'too-large';
  if (extent < smallest) return 'too-small';
  return inward ? 'inside-out' : null;
}

async function reportOn(path: string, size: number): Promise<ModelReport> {
  const read = await parseModelFile(path, size);
  const defect = defectOf(read.findings);
  if (defect) return { defect };
  const { triangles, box } = read.model;
  return { triangles, box, found: modelFindingsOf(read) };
}

/** @throws Error if the reader itself fails */
export async function reportOnModel(path: string, size: number): Promise<ModelReport> {
  try {
    return await reportOn(path, size);
  } catch (error) {
    if (isRefusal(error)) return { defect: words[error.data?.issues?.[0]?.issue ?? ''] ?? 'unreadable' };
    if (error instanceof Error && 'errno' in error) return { defect: 'unreadable' };
    throw error;
  }
}
