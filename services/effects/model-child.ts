/** The process that reads one model: `node model-child.ts <path> <size>`. Says what it is, or what is wrong with it. */
import { createReadStream } from 'node:fs';
import { isRefusal } from '#events/errors.ts';
import { stlCheck } from '#events/file/stl.ts';
import type { DefectWord, ModelReport } from './model-reader.ts';

const pieceBytes = 1024 * 1024;
/** Millimetres. Far beyond any arch, whatever the unit: what lies outside is no scan in any. */
const largest = 1000;
const smallest = 0.1;

/** What the upload's check says, in the words of a defect. */
const words: Record<string, DefectWord> = {
  'not-stl': 'not-stl',
  'stl-length': 'length',
  'stl-truncated': 'length',
  'stl-empty': 'empty',
  'stl-not-finite': 'not-a-number',
};

async function read(path: string, size: number): Promise<ModelReport> {
  const check = stlCheck(size);
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
    bytes += chunk.length;
    check.write(chunk);
  }
  if (bytes !== size) return { defect: 'length' };
  const { model } = check.end();
  if (!model) return { defect: 'not-stl' };
  const [x0, y0, z0, x1, y1, z1] = model.box;
  const extent = Math.max(x1 - x0, y1 - y0, z1 - z0);
  if (extent > largest) return { defect: 'too-large' };
  if (extent < smallest) return { defect: 'too-small' };
  return { triangles: model.triangles, box: model.box };
}

async function answer(path: string, size: number): Promise<ModelReport> {
  try {
    return await read(path, size);
  } catch (error) {
    if (isRefusal(error)) return { defect: words[error.data?.issues?.[0]?.issue ?? ''] ?? 'unreadable' };
    if (error instanceof Error && 'errno' in error) return { defect: 'unreadable' };
    throw error;
  }
}

const [, , path = '', size = '0'] = process.argv;
process.send?.(await answer(path, Number(size)), undefined, {}, () => process.disconnect());
