/** Reads a stored STL with the browser's own checks and preview. */
import { createReadStream } from 'node:fs';
import { type ModelFacts, refusalOfUnfitFile } from '#events/file/check.ts';
import type { RecordedModelFindings } from '#events/file/recorded-model-findings.ts';
import { createStlCheck } from '#events/file/stl.ts';
import {
  createPreviewer,
  estimateStlTriangleCount,
  type ModelPreview,
  whenPreviewReady,
} from '#workers/mesh/preview.ts';

export { whenPreviewReady };

const pieceBytes = 4 * 1024 * 1024;

/** Rounds to one decimal of a micrometre. */
const rounded = (um: number) => Math.round(10 * um) / 10;

/** Findings kept in the case's history. */
export function modelFindingsOf({ findings }: Pick<ParsedModel, 'findings'>): RecordedModelFindings {
  const { kept, components, scattered, rims, unit = null, fallback, deviation } = findings;
  const [mean, p99, max] = [rounded(deviation.mean), rounded(deviation.p99), rounded(deviation.max)];
  const pieces = { components, ...(scattered && { scattered }) };
  return { kept, ...pieces, rims, unit, deviation: { mean, p99, max }, fallback };
}

export type ParsedModel = ModelPreview & { model: ModelFacts };

/** Reads a valid model in memory. Requires `whenPreviewReady`. @throws Refusal for an invalid one */
export function parseModelBytes(bytes: Uint8Array): ParsedModel {
  const previewer = createPreviewer(estimateStlTriangleCount(bytes, bytes.length));
  const check = createStlCheck(bytes.length, previewer.add);
  check.write(bytes);
  const { model } = check.end();
  if (!model) throw refusalOfUnfitFile('wrongFormat', 'not-stl');
  return { ...previewer.end(), model };
}

/**
 * @param size announced bytes of the file
 * @throws Refusal for an invalid model
 */
export async function parseModelFile(path: string, size: number): Promise<ParsedModel> {
  await whenPreviewReady();
  let previewer: ReturnType<typeof createPreviewer> | undefined;
  const check = createStlCheck(size, (corners, triangles) => previewer?.add(corners, triangles));
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    previewer ??= createPreviewer(estimateStlTriangleCount(piece, size));
    bytes += piece.length;
    check.write(piece);
  }
  if (bytes !== size) throw refusalOfUnfitFile('badContent', 'stl-length', { bytes });
  const { model } = check.end();
  if (!previewer || !model) throw refusalOfUnfitFile('wrongFormat', 'not-stl');
  return { ...previewer.end(), model };
}
