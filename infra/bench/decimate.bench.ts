/**
 * Reduces scans to previews of 150,000 triangles: real teeth, and the same with a finer mesh and scanner
 * noise. Compares Archline's blocked method with three's own chain, and with a plain weld and meshoptimizer's
 * simplify, each in its own process, alternating. Also measures the deviation between previews and models in
 * both directions. Goals: design/MESH.md 1.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createPointSampler,
  deviationSampleSize,
  type MeshDeviation,
  measureDeviation,
} from '#workers/mesh/deviation.ts';
import { seededRandom } from '#workers/mesh/seeded-random.ts';
import { type Mesh, weldCorners } from '#workers/mesh/weld.ts';
import type { BenchmarkRow } from './bench.ts';
import type { PreviewMethodName } from './decimate/methods.ts';
import type { MethodCost } from './decimate/run-method.ts';
import { generateScan, trianglesOfStl } from './decimate/scan.ts';
import { benchLength } from './length.ts';

const ROUNDS = benchLength(3, 1);
const TARGET = 150_000;
const execute = promisify(execFile);
const one = fileURLToPath(new URL('./decimate/run-method.ts', import.meta.url));

const names: Record<PreviewMethodName, string> = {
  archline: 'blocked, streamed, hashed, measured',
  blocked: 'blocked, alone',
  three: "three's STLLoader + mergeVertices + SimplifyModifier",
  plain: 'weld + meshopt simplify',
};
const wayNames = Object.keys(names) as PreviewMethodName[];
const isPeer = (way: PreviewMethodName) => way === 'three' || way === 'plain';
type Ran = MethodCost & { mesh: Mesh };

/** Subdivision of each side in a scan, and the goals for it. */
const SCANS = [
  { cuts: 1, wanted: { archline: '≤ 600 ms, mean ≤ 2 µm, GLB ≤ 500 kB', blocked: '', three: '', plain: '' } },
  {
    cuts: 3,
    wanted: {
      archline: '≤ 2,500 ms, ≤ 480 MB, mean ≤ 5 µm, max ≤ 60 µm, GLB ≤ 500 kB',
      blocked: '',
      three: '≥ 8 times',
      plain: '≥ 4 times',
    },
  },
];

async function runOnce(way: PreviewMethodName, path: string, into: string): Promise<Ran> {
  const { stdout } = await execute(process.execPath, [one, way, path, into, String(TARGET)]);
  // Cast: one.ts prints only this object, and writes positions followed by indices.
  const took = JSON.parse(stdout) as MethodCost;
  const { buffer, byteOffset, length } = Buffer.from(readFileSync(into));
  const bytes = buffer.slice(byteOffset, byteOffset + length);
  const positions = new Float32Array(bytes, 0, took.coordinates);
  return { ...took, mesh: { positions, indices: new Uint32Array(bytes, 4 * took.coordinates) } };
}

/** Uniformly distributed random points on a surface. */
function pointsOn({ positions, indices }: Mesh): Float32Array {
  const random = seededRandom(2);
  const corner = (at: number): Side => {
    const v = 3 * (indices[at] as number);
    return [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
  };
  const sums = new Float64Array(indices.length / 3);
  let area = 0;
  for (let t = 0; t < sums.length; t++) {
    const [a, b, c] = [corner(3 * t), corner(3 * t + 1), corner(3 * t + 2)];
    const [u, v] = [less(b, a), less(c, a)];
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    sums[t] = area;
  }
  const points = new Float32Array(3 * deviationSampleSize);
  for (let i = 0, t = 0; i < deviationSampleSize; i++) {
    while (t < sums.length - 1 && (sums[t] as number) < ((i + random()) * area) / deviationSampleSize) t++;
    const [r, s] = [Math.sqrt(random()), random()];
    const [a, b, c] = [corner(3 * t), corner(3 * t + 1), corner(3 * t + 2)];
    for (let axis = 0; axis < 3; axis++)
      points[3 * i + axis] =
        (1 - r) * (a[axis] as number) + r * (1 - s) * (b[axis] as number) + r * s * (c[axis] as number);
  }
  return points;
}
type Side = [number, number, number];
const less = (a: Side, b: Side): Side => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Converts points to the coordinates of a preview with this `origin`. */
const moved = (points: Float32Array, origin: Ran['origin'], sign: 1 | -1) =>
  points.map((value, i) => value + sign * (origin[i % 3] as number));

/** Deviation from the model's corners to each preview, and from each preview's surface to the model. */
function quality(stl: Buffer, previews: readonly Ran[]): { there: MeshDeviation; back: MeshDeviation }[] {
  const soup = trianglesOfStl(stl);
  const sample = createPointSampler();
  sample.add(soup, soup.length / 3);
  const model = weldCorners(soup, soup.length / 9);
  return previews.map(({ mesh, origin }) => ({
    there: measureDeviation(mesh, moved(sample.points(), origin, -1)),
    back: measureDeviation(model, moved(pointsOn(mesh), origin, 1)),
  }));
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const medianOf = (runs: readonly Ran[], of: (run: Ran) => number) => median(runs.map(of));
const microns = ({ mean, p99, max }: MeshDeviation) =>
  [mean, p99, max].map(mm => (1000 * mm).toFixed(1)).join(' / ');

async function measured(dir: string, { cuts, wanted }: (typeof SCANS)[number]): Promise<BenchmarkRow[]> {
  const path = join(dir, `${cuts}.stl`);
  const stl = generateScan(cuts);
  writeFileSync(path, stl);
  const runs: Record<PreviewMethodName, Ran[]> = { archline: [], blocked: [], three: [], plain: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const way of wayNames) runs[way].push(await runOnce(way, path, join(dir, way)));
  const off = quality(
    stl,
    wayNames.flatMap(way => runs[way].slice(-1)),
  );
  const [whole, alone] = [runs.archline, runs.blocked].map(ran => medianOf(ran, run => run.ms));
  const triangles = stl.readUInt32LE(80).toLocaleString('en');
  return wayNames.map((way, i) => ({
    what: `${triangles}: ${names[way]}`,
    ms: medianOf(runs[way], run => run.ms),
    ...(isPeer(way) && { ratio: medianOf(runs[way], run => run.ms) / (whole ?? 1) }),
    wanted: wanted[way],
    also: {
      'times blocked alone': isPeer(way)
        ? (medianOf(runs[way], run => run.ms) / (alone ?? 1)).toFixed(1)
        : '',
      'thread ms': medianOf(runs[way], run => run.threadMs).toFixed(0),
      'processor ms': medianOf(runs[way], run => run.processorMs).toFixed(0),
      'peak MB': medianOf(runs[way], run => run.peakMb).toFixed(0),
      'model → preview µm': off[i] ? microns(off[i].there) : '',
      'preview → model µm': off[i] ? microns(off[i].back) : '',
      'GLB kB': (medianOf(runs[way], run => run.glbBytes) / 1000).toFixed(0),
    },
  }));
}

/** This benchmark takes about two minutes. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  try {
    const rows: BenchmarkRow[] = [];
    for (const each of SCANS) rows.push(...(await measured(dir, each)));
    return rows;
  } finally {
    rmSync(dir, { recursive: true });
  }
}
