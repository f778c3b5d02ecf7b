/**
 * Checks a file of a plan: an archive, a stage's model, a GLB, or a plan.json, which holds a whole plan or
 * only numbers of stages.
 */
import * as z from 'zod/mini';
import { stageCountSchema } from '#events/case/fields.ts';
import { Refusal } from '#events/errors.ts';
import { archiveMediaTypes } from '#events/file/archive.ts';
import {
  type CheckedFile,
  createHeadCollector,
  type FileCheck,
  refusalOfUnfitFile,
} from '#events/file/check.ts';
import { sniffByteCount, sniffMediaType } from '#events/file/sniff.ts';
import { createStlCheck } from '#events/file/stl.ts';
import { findIssues, parse } from '#events/parse.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { createArchiveCheck } from './archive.ts';
import { createGlbCheck } from './glb.ts';
import { parseJsonFile, planJsonLimits, refuseJsonOverLimits } from './json-limits.ts';

/** Maximum bytes of a plan.json. 28 teeth over 200 stages take less than 1 MiB. */
const jsonBytes = 8 * 1024 * 1024;
const head = 16;
/** Maximum number of reported issues. One fault of a program often affects all teeth. */
const issuesMax = 5;
/** A plan.json that states only the number of stages of the other files. */
const plain = z.object({
  upperStages: stageCountSchema,
  lowerStages: stageCountSchema,
  teeth: z.optional(z.undefined()),
});

/**
 * Returns what a plan.json says about its stages and shapes.
 * @throws Refusal badContent `plan-broken` if it is not a plan; if it has teeth, an issue of `planBundleSchema` for
 * each invalid field, with a path that begins with `plan.`
 */
function statedBy(value: unknown): Pick<CheckedFile, 'stages' | 'shapes' | 'shapeBytes'> {
  const stated = plain.safeParse(value);
  if (stated.success) return { stages: { upper: stated.data.upperStages, lower: stated.data.lowerStages } };
  if (typeof value !== 'object' || value === null || !('teeth' in value))
    throw refusalOfUnfitFile('badContent', 'plan-broken');
  const issues = findIssues(planBundleSchema, value);
  if (issues.length > 0)
    throw new Refusal('badContent', {
      issues: issues.slice(0, issuesMax).map(i => ({ ...i, path: `plan.${i.path}` })),
    });
  const { upperStages, lowerStages, parts } = parse(planBundleSchema, value);
  return {
    stages: { upper: upperStages, lower: lowerStages },
    shapes: [parts.teeth.sha256, parts.coarse.sha256],
    shapeBytes: [parts.teeth.bytes, parts.coarse.bytes],
  };
}

function jsonCheck(size: number): FileCheck {
  if (size > jsonBytes) throw refusalOfUnfitFile('badContent', 'plan-long', { max: jsonBytes });
  const chunks: Uint8Array[] = [];
  return {
    write(chunk) {
      chunks.push(Uint8Array.from(chunk));
    },
    end(): CheckedFile {
      const bytes = Buffer.concat(chunks);
      refuseJsonOverLimits(bytes, planJsonLimits);
      return { mime: 'application/json', ...statedBy(parseJsonFile(bytes)) };
    },
  };
}

function checkFor(first: Buffer, size: number): FileCheck {
  const mime = sniffMediaType(first);
  if (mime && archiveMediaTypes.includes(mime)) return createArchiveCheck();
  if (mime === 'model/gltf-binary') return createGlbCheck(size);
  if (mime) throw refusalOfUnfitFile('wrongFormat', 'not-plan', { found: mime });
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(first.toString('latin1')) ? jsonCheck(size) : createStlCheck(size);
}

/** Creates a check for one file of a plan or target. */
export function createPlanCheck(size: number): FileCheck {
  const first = createHeadCollector(Math.max(head, sniffByteCount));
  let check: FileCheck | undefined;
  const begin = () => {
    check = checkFor(Buffer.from(first.bytes()), size);
    check.write(first.bytes());
    return check;
  };
  return {
    write(chunk) {
      if (check) return check.write(chunk);
      const rest = first.take(chunk);
      if (first.full()) begin().write(rest);
    },
    end: () => (check ?? begin()).end(),
  };
}
