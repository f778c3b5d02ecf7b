/**
 * Reads the pose table of a plan with one file for each tooth (workers/README.md, "A table of poses"). A pose moves a
 * tooth's file for a stage: v → R(q)·v + t. Formats: CSV and JSON.
 */
import * as z from 'zod/mini';
import { type Issue, Refusal } from '#events/errors.ts';
import { archOf, type Fdi, isFdi } from '#events/tooth/fdi.ts';
import { type RigidMotion, unitQuaternion } from './rigid.ts';

const poseTableFormat = 'archline-poses/1';
/** Maximum size of a pose table in bytes: 32 teeth, 201 stages, 100 bytes a line, doubled. */
export const maxPoseTableBytes = 2_000_000;
/** Columns of the CSV, in any order. */
const poseColumns = ['tooth', 'stage', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
const stageMax = 200;

type Row = { tooth: number; stage: number; t: readonly number[]; q: readonly number[]; line: number };

const json = z.object({
  format: z.literal(poseTableFormat),
  poses: z
    .array(
      z.object({
        tooth: z.number(),
        stage: z.number(),
        t: z.tuple([z.number(), z.number(), z.number()]),
        q: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      }),
    )
    .check(z.maxLength(32 * (stageMax + 1))),
});

const syntax = (line: number): Refusal =>
  new Refusal('badContent', { issues: [{ path: 'file', issue: 'poses-syntax', values: { line } }] });

function rowsOfJson(text: string): Row[] {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw syntax(1);
  }
  const parsed = json.safeParse(said);
  if (!parsed.success) throw syntax(1);
  return parsed.data.poses.map((row, i) => ({ ...row, line: i + 1 }));
}

/** Columns are separated by comma, semicolon or tab. The decimal sign is a point. */
function rowsOfCsv(text: string): Row[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const cells = (line: string) => line.split(/[,;\t]/).map(cell => cell.trim());
  const head = cells(lines[0] ?? '').map(cell => cell.toLowerCase());
  const columns = poseColumns.map(column => head.indexOf(column));
  if (columns.includes(-1)) throw syntax(1);
  return lines.slice(1).flatMap((text_, i) => {
    if (text_.trim() === '') return [];
    const row = cells(text_);
    const numbers = columns.map(column => (row[column] ? Number(row[column]) : Number.NaN));
    if (row.length !== head.length || numbers.some(Number.isNaN)) throw syntax(i + 2);
    const [tooth = 0, stage = 0, x = 0, y = 0, z_ = 0, qx = 0, qy = 0, qz = 0, qw = 0] = numbers;
    return [{ tooth, stage, t: [x, y, z_], q: [qx, qy, qz, qw], line: i + 2 }];
  });
}

/** Limits: mm of a translation, and deviation of a quaternion's length from 1. */
const [placeMax, lengthMax] = [1000, 1e-3];

function faultOf({ tooth, stage, t, q, line }: Row): Issue | undefined {
  const issue = (word: string) => ({ path: 'file', issue: word, values: { line } });
  if (!isFdi(tooth)) return issue('poses-tooth');
  if (!Number.isInteger(stage) || stage < 0 || stage > stageMax) return issue('poses-stage');
  if (t.some(value => !Number.isFinite(value) || Math.abs(value) > placeMax)) return issue('poses-place');
  if (!(Math.abs(Math.hypot(...q) - 1) <= lengthMax)) return issue('poses-turn');
  return undefined;
}

/** True if a text looks like a pose table, well formed or not. */
export const isPoseTable = (text: string): boolean =>
  text.slice(0, 2000).includes(poseTableFormat) || /\btooth\b.*\bq[xyzw]\b/i.test(text.slice(0, 200));

/** Motions of each tooth by stage. If the table lacks stage 0, the tooth starts where its file has it. */
export type PoseTable = Map<Fdi, RigidMotion[]>;

/**
 * Reads a pose table.
 * @throws Refusal badContent: `poses-syntax`, or an issue for each line that is wrong, repeated or missing
 */
export function readPoseTable(text: string): PoseTable {
  const rows = /^\s*\{/.test(text.replace(/^\ufeff/, '')) ? rowsOfJson(text) : rowsOfCsv(text);
  const issues = rows.flatMap(row => faultOf(row) ?? []);
  const table: PoseTable = new Map();
  for (const { tooth, stage, t, q, line } of rows) {
    if (!isFdi(tooth) || !Number.isInteger(stage) || stage < 0 || stage > stageMax) continue;
    const motions = table.get(tooth) ?? [];
    if (motions[stage]) issues.push({ path: 'file', issue: 'poses-twice', values: { line } });
    const [x = 0, y = 0, z_ = 0] = t;
    const [qx = 0, qy = 0, qz = 0, qw = 1] = q;
    motions[stage] = { t: [x, y, z_], q: unitQuaternion([qx, qy, qz, qw]) };
    table.set(tooth, motions);
  }
  for (const motions of table.values()) motions[0] ??= { t: [0, 0, 0], q: [0, 0, 0, 1] };
  const last = (row: string) =>
    Math.max(
      0,
      ...[...table].filter(([tooth]) => archOf(tooth) === row).map(([, motions]) => motions.length),
    );
  for (const [tooth, motions] of table)
    for (let stage = 0; stage < last(archOf(tooth)); stage++)
      if (!motions[stage]) issues.push({ path: 'file', issue: 'poses-missing', values: { tooth, stage } });
  if (table.size === 0) throw syntax(1);
  if (issues.length > 0) throw new Refusal('badContent', { issues: issues.slice(0, 50) });
  return table;
}
