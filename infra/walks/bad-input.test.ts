/**
 * Messages for bad files as users read them: bad-input.snap.md for broken files, odd-models.snap.md for
 * unusual files of other programs. `-u` writes both tables; review changed messages there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { planWith } from '#events/testing/plans.ts';
import { whenPreviewReady } from '#workers/mesh/preview.ts';
import { encoderReady, writeGlb } from '#workers/mesh/write-glb.ts';
import { type NamedFile, packZip } from '#workers/stages/testing/files.ts';
import {
  applyMotionToCorners,
  createPlainCrowns,
  encodeCornersAsStl,
  joinCorners,
  knownMotionAtStage,
} from '#workers/stages/testing/teeth.ts';
import {
  acceptedMessage,
  type BilingualMessage,
  createModelMessageTable,
  formatMarkdownTable,
  type InputFile,
  messageAfterPreparation,
  messageAfterUpload,
  messageBeforeReading,
  messageForStageFiles,
  messageForStageInputs,
  messageOnUploadTile,
} from '../testing/bad-input.ts';
import { oddFiles } from '../testing/generate/odd-files.ts';
import { asciiStl, binaryStl, stlWithCoordinate, stlWithWrongCount } from '../testing/generate/stl.ts';
import { createSmallArchStl } from '../testing/models.ts';

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-bad-'));
  await Promise.all([whenPreviewReady(), encoderReady]);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** A row of the table: the file, the place of the message, and both languages. */
const line = (what: string, who: string, { en, 'zh-CN': zh }: BilingualMessage) => [what, who, en, zh];
const head = ['what', 'read', 'en', 'zh-CN'];

/** An arch with every coordinate changed. */
function changed(change: (value: number, axis: number) => number): Buffer {
  const stl = createSmallArchStl();
  for (let at = 84; at < stl.length; at += 50)
    for (let axis = 0; axis < 9; axis++) {
      const place = at + 12 + 4 * axis;
      stl.writeFloatLE(change(stl.readFloatLE(place), axis % 3), place);
    }
  return stl;
}

const models: readonly [what: string, given: InputFile][] = [
  ['a corner that is NaN', { name: 'upper.stl', bytes: stlWithCoordinate(Number.NaN) }],
  [
    'a corner that is nan, as text',
    { name: 'upper.stl', bytes: Buffer.from(asciiStl().toString().replace('vertex 10', 'vertex nan')) },
  ],
  ['a count that is one too high', { name: 'upper.stl', bytes: stlWithWrongCount(5) }],
  ['a count of 40 million in a file of four', { name: 'upper.stl', bytes: stlWithWrongCount(40_000_000) }],
  ['0 triangles', { name: 'upper.stl', bytes: binaryStl(new Float32Array(0)) }],
  ['0 triangles, as text', { name: 'upper.stl', bytes: Buffer.from('solid a\nendsolid a\n') }],
  ['text that breaks off', { name: 'upper.stl', bytes: asciiStl().subarray(0, -60) }],
  ['nothing', { name: 'upper.stl', bytes: new Uint8Array(0) }],
  ['no surface', { name: 'upper.stl', bytes: changed(() => 7) }],
  ['inches', { name: 'upper.stl', bytes: changed(value => value / 25.4) }],
  ['a mirrored jaw', { name: 'upper.stl', bytes: changed((value, axis) => (axis === 0 ? -value : value)) }],
  ['a letter', { name: 'upper.stl', bytes: Buffer.from('A letter to the laboratory. '.repeat(9)) }],
];

const teeth = createPlainCrowns('lower');
const corners = (stage: number) =>
  joinCorners(teeth.map(tooth => applyMotionToCorners(tooth.corners, knownMotionAtStage(tooth, stage))));
const scaled = (stage: number, scale: number) =>
  encodeCornersAsStl(corners(stage).map(value => value * scale));
const mirrored = (stage: number) =>
  encodeCornersAsStl(corners(stage).map((value, i) => (i % 3 === 0 ? -value : value)));
const other = createPlainCrowns('lower', undefined, 16);
const stage = (at: number, bytes = encodeCornersAsStl(corners(at))): NamedFile => [`lower_${at}.stl`, bytes];
const three = [stage(0), stage(1), stage(2)];
const given = (files: readonly NamedFile[]) =>
  messageForStageInputs(files.map(([name, bytes]) => ({ name, bytes })));

const opened = (bytes: Uint8Array<ArrayBuffer>) => messageForStageFiles([new File([bytes], 'stages.zip')]);
/** A zip whose directory entry of the first file has one field replaced. */
function lyingZip(files: readonly NamedFile[], offset: number, value: number): Uint8Array<ArrayBuffer> {
  const bytes = packZip(files);
  const view = new DataView(bytes.buffer);
  view.setUint32(view.getUint32(bytes.length - 22 + 16, true) + offset, value, true);
  return bytes;
}
/** A zip with one file name replaced by another of the same length. */
const renamed = (files: readonly NamedFile[], from: string, to: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(Buffer.from(packZip(files)).toString('latin1').replaceAll(from, to), 'latin1'));
const [name, stated] = ['lower_2.stl', 24];

const stageFiles: readonly [what: string, told: () => Promise<BilingualMessage>][] = [
  ['a stage that is skipped', () => given([stage(0), stage(2)])],
  [
    'a stage in other triangles',
    () => given([stage(0), stage(1, encodeCornersAsStl(joinCorners(other.map(t => t.corners))))]),
  ],
  ['inches', () => given([stage(0, scaled(0, 1 / 25.4)), stage(1, scaled(1, 1 / 25.4))])],
  ['the size of no arch', () => given([stage(0, scaled(0, 5)), stage(1, scaled(1, 5))])],
  ['mirrored jaws', () => given([stage(0, mirrored(0)), stage(1, mirrored(1))])],
  ['a corner that is NaN', () => given([stage(0), stage(1, Uint8Array.from(stlWithCoordinate(Number.NaN)))])],
  ['a count that lies', () => given([stage(0), stage(1, Uint8Array.from(stlWithWrongCount(40_000_000)))])],
  ['0 triangles', () => given([stage(0), stage(1, Uint8Array.from(binaryStl(new Float32Array(0))))])],
  ['one stage alone', () => given([stage(0)])],
  ['a zip bomb: 4 GB stated', () => opened(lyingZip(three, stated, 0xfffffff0))],
  ['a zip bomb: more than is stated', () => opened(lyingZip(three, stated, 1000))],
  ['a zip bomb: zeros', () => opened(packZip([['lower_0.stl', new Uint8Array(8 * 2 ** 20)]]))],
  ['a zip with `../`', () => opened(renamed(three, name, '../er_2.stl'))],
  ['a zip with an absolute name', () => opened(renamed(three, name, '/ower_2.stl'))],
  ['a zip with a drive', () => opened(renamed(three, name, 'c:wer_2.stl'))],
  ['a zip with a name twice', () => opened(renamed([...three, stage(3)], 'lower_3.stl', name))],
  ['a zip in a zip', () => opened(packZip([['stages.zip', packZip(three)]]))],
  ['a zip cut short', () => opened(packZip(three).slice(0, -30))],
  ['another content than the zip states', () => opened(lyingZip(three, 16, 1))],
  ['no stage files', () => given([['readme.txt', new Uint8Array(3)]])],
];

const bundle = planWith({ teeth: { 11: {}, 21: {} }, upperStages: 4, lowerStages: 2 });
const first = bundle.teeth[0];
const [pivot, still] = [first?.pivot ?? [], [0, 0, 0, 1]];
const withPose = (pose: readonly unknown[]) => ({
  ...bundle,
  teeth: [{ ...first, poses: [...pose, ...(first?.poses.slice(7) ?? [])] }],
});
const plans: readonly [what: string, plan: unknown][] = [
  ['a tooth 99', { ...bundle, teeth: [{ ...first, fdi: 99 }] }],
  ['a stage past the end', { ...bundle, pontics: [{ tooth: 12, from: 1, to: 5 }] } satisfies PlanBundle],
  ['a pose that is NaN', withPose([Number.NaN, 0, 0, ...still])],
  ['a quaternion that is not of length 1', withPose([...pivot, 1, 1, 0, 0])],
  ['arches without teeth', { ...bundle, teeth: [] }],
  ['no stages stated', { name: 'Plan 1' }],
];

function binaries(): [what: string, bytes: Uint8Array][] {
  const mesh = { positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) };
  const glb = writeGlb([{ name: '11', mesh }]);
  return [
    ['garbage that begins as a GLB', glb.map((byte, i) => (i < 12 ? byte : 0xa5))],
    ['a GLB cut short', glb.subarray(0, -4)],
    ['a plan.json with NaN in its text', Buffer.from(JSON.stringify(bundle).replace('[', '[NaN,'))],
  ];
}

it('each broken file is reported with its fault in both languages', async () => {
  const rows = [];
  for (const [what, one] of models) {
    rows.push(line(what, 'on the tile', await messageOnUploadTile(one)));
    rows.push(line(what, 'at 12', await messageAfterPreparation(one, dir)));
  }
  const huge = messageBeforeReading('upper.stl', 84 + 50 * 40_000_000) ?? acceptedMessage;
  rows.push(line('40 million triangles, 2 GB', 'on the tile', huge));
  for (const [what, told] of stageFiles) rows.push(line(what, 'as stages', await told()));
  for (const [what, plan] of plans)
    rows.push(
      line(what, 'plan.json', messageAfterUpload({ bytes: Buffer.from(JSON.stringify(plan)) }, 'plan')),
    );
  for (const [what, bytes] of binaries())
    rows.push(line(what, 'at upload', messageAfterUpload({ bytes }, 'plan')));
  expect(rows.filter(([, , en]) => en === acceptedMessage.en)).toEqual([]);
  await expect(formatMarkdownTable(head, rows)).toMatchFileSnapshot('./bad-input.snap.md');
});

it('each unusual file of other programs is accepted, or refused with a reason', async () => {
  const files = Object.entries(oddFiles).map(([name, { bytes }]) => ({ name: `${name}.stl`, bytes }));
  await expect(await createModelMessageTable(files, dir)).toMatchFileSnapshot('./odd-models.snap.md');
});
