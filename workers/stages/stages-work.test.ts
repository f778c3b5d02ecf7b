import { beforeAll, describe, expect, it } from 'vitest';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import { noProcedures } from './build.ts';
import type { WorkerOutcome } from './protocol.ts';
import { createStagesWorkerApi } from './stages-work.ts';
import { fileOf, type NamedFile } from './testing/files.ts';
import {
  applyMotionToCorners,
  createGumBand,
  createPlainCrowns,
  encodeCornersAsStl,
  joinCorners,
  knownMotionAtStage,
} from './testing/teeth.ts';
import { throttleProgress } from './throttle-progress.ts';

beforeAll(() => decoderReady);

const teeth = { upper: createPlainCrowns('upper'), lower: createPlainCrowns('lower') };
const files = (['upper', 'lower'] as const).flatMap(arch =>
  [0, 1, 2].map(stage => {
    const all = [
      ...teeth[arch].map(tooth => applyMotionToCorners(tooth.corners, knownMotionAtStage(tooth, stage))),
      createGumBand(arch),
    ];
    return fileOf([`${arch}_${stage}.stl`, encodeCornersAsStl(joinCorners(all))] satisfies NamedFile);
  }),
);
const numbers = { upper: teeth.upper.map(({ fdi }) => fdi), lower: teeth.lower.map(({ fdi }) => fdi) };
function done<T>(outcome: WorkerOutcome<T>): T {
  if ('done' in outcome) return outcome.done;
  throw new Error(JSON.stringify(outcome.refused));
}
const issues = <T>(outcome: WorkerOutcome<T>) =>
  'refused' in outcome ? outcome.refused.issues.map(({ path, issue }) => `${path}: ${issue}`) : [];
const quiet = () => {};
const work = () => createStagesWorkerApi(() => 0);

describe('a plan, from its files to its bundle', () => {
  it('is read, proposed, and built from the confirmed numbers', async () => {
    const own = work();
    const read = done(await own.read(files, null, quiet));
    expect(read).toMatchObject({ unit: 'mm', notes: [], frame: { findings: [] } });
    expect(read.arches.map(({ teeth: list }) => list.map(({ fdi }) => fdi))).toEqual([
      numbers.upper,
      numbers.lower,
    ]);
    const ipr = [{ contact: '31-32', mm: 0.2, before: 1 }];
    const { bundle, files: made } = done(await own.build(numbers, { ...noProcedures, ipr }));
    expect(bundle).toMatchObject({ upperStages: 2, lowerStages: 2, ipr, gums: ['upper', 'lower'] });
    expect(planBundleSchema.parse(JSON.parse(new TextDecoder().decode(made[0])))).toEqual(bundle);
    expect(bundle.parts.teeth.bytes).toBe(made[1].length);
  });
  it('can be built again with other numbers, or without a piece', async () => {
    const own = work();
    done(await own.read(files, null, quiet));
    const less = { ...numbers, lower: numbers.lower.map((fdi): Fdi | null => (fdi === 47 ? null : fdi)) };
    expect(done(await own.build(less, noProcedures)).bundle.teeth).toHaveLength(27);
    expect(done(await own.build(numbers, noProcedures)).bundle.teeth).toHaveLength(28);
  });
  it('is refused with its faults, and can then be built with corrected input', async () => {
    const own = work();
    done(await own.read(files, null, quiet));
    const doubled = { ...numbers, upper: numbers.upper.map((fdi): Fdi => (fdi === 11 ? 21 : fdi)) };
    expect(issues(await own.build(doubled, noProcedures))).toContain('teeth.7.fdi: repeated');
    const late = { ...noProcedures, ipr: [{ contact: '31-32', mm: 0.2, before: 3 }] };
    expect(issues(await own.build(numbers, late))).toEqual(['ipr.0.before: stage-past-end']);
    const away = { ...noProcedures, ipr: [{ contact: '37-38', mm: 0.2, before: 1 }] };
    expect(issues(await own.build(numbers, away))).toEqual(['ipr.0.contact: tooth-absent']);
    expect(issues(await own.build({ ...numbers, lower: [] }, noProcedures))).toEqual([
      'numbers.lower: invalid',
    ]);
    done(await own.build(numbers, noProcedures));
  });
  it('reports a mirrored orientation of the jaws, and accepts stated directions', async () => {
    const own = work();
    const read = done(await own.read(files, { left: '-x', front: '-y', up: '+z' }, quiet));
    expect(read.notes).toEqual([{ path: 'frame', issue: 'stage-mirrored' }]);
    const turned = done(await own.turn({ left: '+x', front: '-y', up: '+z' }));
    expect(turned.notes).toEqual([]);
  });
  it('fails if memory runs out, keeps nothing, and can be started again', async () => {
    const own = work();
    done(await own.read(files, null, quiet));
    const full = new File(['solid'], 'upper_0.stl');
    full.slice = () => {
      throw new RangeError('Array buffer allocation failed');
    };
    await expect(own.read([full], null, quiet)).rejects.toThrow(RangeError);
    expect(issues(await own.build(numbers, noProcedures))).toEqual(['file: stage-none']);
    done(await own.read(files, null, quiet));
    done(await own.build(numbers, noProcedures));
  });
  it('cannot be built before its files are read, or after they are refused', async () => {
    const own = work();
    expect(issues(await own.build(numbers, noProcedures))).toEqual(['file: stage-none']);
    done(await own.read(files, null, quiet));
    expect(issues(await own.read([], null, quiet))).toEqual(['file: empty-file']);
    expect(issues(await own.build(numbers, noProcedures))).toEqual(['file: stage-none']);
    expect(issues(await own.turn({ left: '+x', front: '-y', up: '+z' }))).toEqual(['file: stage-none']);
  });
});

it('progress is reported at most ten times a second, and always at the end', () => {
  let time = 0;
  const told: number[] = [];
  const tell = throttleProgress(
    share => told.push(share),
    () => time,
  );
  for (let i = 0; i <= 100; i++) {
    time = 10 * i;
    tell(i / 100);
  }
  expect(told).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
});
