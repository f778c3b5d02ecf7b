/**
 * Treatment stages: tracking 28 teeth over 40 stages, compared with Kabsch's method (singular value
 * decomposition of all points); and their collisions, compared with three-mesh-bvh queries for each vertex in
 * the neighbour's box. Runs alternate on the same teeth. Ours also distinguishes inside from outside and
 * includes the opposing teeth; the peer measures only distances of neighbours.
 */
import { performance } from 'node:perf_hooks';
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { toothNode } from '#events/plan/bundle.ts';
import { whenPreviewReady } from '#workers/mesh/preview.ts';
import { decoderReady } from '#workers/mesh/read-glb.ts';
import { weldCorners } from '#workers/mesh/weld.ts';
import { buildPlan } from '#workers/stages/build.ts';
import { createContactMeter } from '#workers/stages/contacts.ts';
import { proposePlan } from '#workers/stages/proposal.ts';
import { readStageFiles } from '#workers/stages/read-stages.ts';
import { rotationDegrees } from '#workers/stages/rigid.ts';
import { centrePoints, fitRigid } from '#workers/stages/rigid-fit.ts';
import { generateMandible, largeCrownDetail } from '#workers/stages/testing/mandible.ts';
import { buildTestPlan } from '#workers/stages/testing/plan.ts';
import {
  applyMotionToCorners,
  encodeCornersAsStl,
  joinCorners,
  knownMotionAtStage,
  mirrorIntoMaxilla,
  type TestTooth,
} from '#workers/stages/testing/teeth.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';
import { fitByKabsch } from './stages/kabsch.ts';
import { measureContactsWithoutBounds } from './stages/slow-contacts.ts';

const stages = benchLength(40, 4);
const rounds = benchLength(3, 1);
/** mm: height of the plane that mirrors the mandible into a maxilla, so that the arches just touch. */
const bite = 60.5;

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function mouth(): { upper: TestTooth[]; lower: TestTooth[] } {
  const lower = generateMandible(largeCrownDetail).filter(({ fdi }) => fdi % 10 < 8);
  return { lower, upper: mirrorIntoMaxilla(lower, bite) };
}

/** Half of the tests' motion per stage, so that forty stages stay in their range. */
const motion = (tooth: TestTooth, stage: number) => knownMotionAtStage(tooth, stage / 2);

type Followed = { from: ReturnType<typeof centrePoints>; later: Float32Array[]; tooth: TestTooth };
function followed(teeth: readonly TestTooth[]): Followed[] {
  return teeth.map(tooth => {
    const { positions } = weldCorners(tooth.corners, tooth.corners.length / 9);
    const later = Array.from({ length: stages }, (_, k) =>
      applyMotionToCorners(positions, motion(tooth, k + 1)),
    );
    return { from: centrePoints(positions), later, tooth };
  });
}

/** Maximum error of the fits against the known motions, in degrees and mm. */
function worst(list: readonly Followed[], way: typeof fitRigid): { degrees: number; mm: number } {
  let [degrees, mm] = [0, 0];
  for (const { from, later, tooth } of list)
    later.forEach((now, k) => {
      const { p, q } = way(from, now);
      const due = motion(tooth, k + 1);
      const w = Math.abs(q[0] * due.q[0] + q[1] * due.q[1] + q[2] * due.q[2] + q[3] * due.q[3]);
      const apart = Math.min(
        Math.hypot(...q.map((v, i) => v - (due.q[i] as number))),
        Math.hypot(...q.map((v, i) => v + (due.q[i] as number))),
      );
      degrees = Math.max(degrees, w > 0.999 ? (2 * apart * 180) / Math.PI : rotationDegrees([0, 0, 0, w]));
      const at = moved64(from.centre, due);
      mm = Math.max(mm, Math.hypot(at[0] - p[0], at[1] - p[1], at[2] - p[2]));
    });
  return { degrees, mm };
}
function moved64(v: readonly [number, number, number], { q, t }: ReturnType<typeof motion>) {
  const [x, y, z, w] = q;
  const c = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]].map(n => 2 * n);
  const [cx = 0, cy = 0, cz = 0] = c;
  return [
    v[0] + w * cx + y * cz - z * cy + t[0],
    v[1] + w * cy + z * cx - x * cz + t[1],
    v[2] + w * cz + x * cy - y * cx + t[2],
  ] as const;
}

async function factoring(teeth: readonly TestTooth[]): Promise<BenchmarkRow[]> {
  const list = followed(teeth);
  const points = list.reduce((sum, { from }) => sum + from.points.length / 3, 0);
  const all = (way: typeof fitRigid) => () => {
    for (const { from, later } of list) for (const now of later) way(from, now);
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(all(fitRigid)));
    theirs.push(await timed(all(fitByKabsch)));
  }
  const [own, other] = [worst(list, fitRigid), worst(list, fitByKabsch)];
  const rms = Math.max(...list.flatMap(({ from, later }) => later.map(now => fitRigid(from, now).rms)));
  return [
    {
      what: `28 × ${stages} motions of ${points.toLocaleString('en')} vertices`,
      ms: median(ours),
      ratio: median(theirs) / median(ours),
      wanted: '≤ 300 ms',
    },
    { what: 'the same by Kabsch (SVD)', ms: median(theirs) },
    { what: 'worst turn, µ° off the known one', score: own.degrees * 1e6, wanted: '≤ 100' },
    { what: 'worst centre, nm off the known one', score: own.mm * 1e6, wanted: '≤ 10,000' },
    { what: 'residual (rms), nm', score: rms * 1e6, wanted: '≤ 10,000' },
    { what: 'the same turn by Kabsch, µ°', score: other.degrees * 1e6 },
  ];
}

/** Builds a bundle from stage files: 2 × 41 files of the mouth with a twelfth of the triangles. */
async function whole({ upper, lower }: ReturnType<typeof mouth>): Promise<BenchmarkRow[]> {
  const { parts, bundle } = buildTestPlan(
    [
      { teeth: upper, stages: 0 },
      { teeth: lower, stages: 0 },
    ],
    motion,
  );
  const few = (teeth: readonly TestTooth[]) => teeth.map(tooth => ({ ...tooth, corners: cornersIn(tooth) }));
  const cornersIn = ({ fdi }: TestTooth): Float32Array => {
    const mesh = parts.find(({ name }) => name === toothNode(fdi))?.mesh;
    const pivot = bundle.teeth.find(tooth => tooth.fdi === fdi)?.pivot ?? [0, 0, 0];
    const own = mesh ?? { positions: new Float32Array(), indices: new Uint32Array() };
    return Float32Array.from({ length: 3 * own.indices.length }, (_, i) => {
      const v = own.indices[Math.floor(i / 3)] as number;
      return (own.positions[3 * v + (i % 3)] as number) + (pivot[i % 3] as number);
    });
  };
  const files = [few(upper), few(lower)].flatMap((teeth, jaw) =>
    Array.from({ length: stages + 1 }, (_, k) => {
      const corners = joinCorners(teeth.map(tooth => applyMotionToCorners(tooth.corners, motion(tooth, k))));
      return new File([encodeCornersAsStl(corners)], `${jaw === 0 ? 'upper' : 'lower'}_${k}.stl`);
    }),
  );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  let made = { bytes: 0, coarse: 0 };
  const ms: number[] = [];
  for (let round = 0; round < rounds; round++)
    ms.push(
      await timed(async () => {
        const { arches } = await readStageFiles(files);
        const { frame } = proposePlan(arches, { left: '+x', front: '+z', up: '+y' });
        const built = buildPlan(arches, frame.world, {
          upper: upper.map(({ fdi }) => fdi),
          lower: lower.map(({ fdi }) => fdi),
        });
        made = {
          bytes: built.files.reduce((sum, file) => sum + file.length, 0),
          coarse: built.files[2].length,
        };
      }),
    );
  return [
    { what: `${files.length} files of ${Math.round(bytes / 1e6)} MB to a bundle`, ms: median(ms) },
    { what: 'the bundle, kB', score: made.bytes / 1000, wanted: '≤ 1500' },
    { what: 'of which drawn first, kB', score: made.coarse / 1000, wanted: '≤ 200' },
  ];
}

async function collisions({ upper, lower }: ReturnType<typeof mouth>): Promise<BenchmarkRow[]> {
  const { bundle, parts } = buildTestPlan(
    [
      { teeth: upper, stages },
      { teeth: lower, stages },
    ],
    motion,
  );
  const peer = () =>
    measureContactsWithoutBounds(bundle, parts, stages, {
      BufferAttribute,
      BufferGeometry,
      MeshBVH,
      Vector3,
    });
  const own = () => {
    const meter = createContactMeter(bundle, parts);
    for (let stage = 0; stage <= stages; stage++) meter.at(stage);
    return meter;
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(own));
    theirs.push(await timed(peer));
  }
  const meter = own();
  const pairs = meter.at(0).length;
  const poses = bundle.teeth.find(({ fdi }) => fdi === 36)?.poses ?? [];
  const dragged = await timed(() => {
    for (let i = 0; i < 20; i++)
      meter.moved(36, { p: [(poses[0] ?? 0) + i / 100, poses[1] ?? 0, poses[2] ?? 0], q: [0, 0, 0, 1] }, 0);
  });
  return [
    {
      what: `collisions of ${stages} stages, ${pairs} near pairs at the first`,
      ms: median(ours),
      ratio: median(theirs) / median(ours),
      wanted: '≤ 4000 ms',
    },
    {
      what: 'the same, neighbours only, by three-mesh-bvh for each vertex, without sides',
      ms: median(theirs),
    },
    { what: 'one dragged tooth, each time', ms: dragged / 20 },
  ];
}

export async function runBenchmark(): Promise<BenchmarkRow[]> {
  await whenPreviewReady();
  await decoderReady;
  const teeth = mouth();
  return [
    ...(await factoring([...teeth.upper, ...teeth.lower])),
    ...(await whole(teeth)),
    ...(await collisions(teeth)),
  ];
}
