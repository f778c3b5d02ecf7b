/** `node one.ts <way> <path> <into> <target>`: one way, once, in this process alone; prints what it took. */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { previewReady } from '#workers/mesh/preview.ts';
import { writeGlb } from '#workers/mesh/write-glb.ts';
import { type WayName, ways } from './ways.ts';

export type Took = {
  ms: number;
  /** Of all its threads: on a machine that others use as well it says more than the clock. */
  processorMs: number;
  /** Of the thread that makes the preview: its time where nobody else is at work. */
  threadMs: number;
  /** The most memory that the process ever had, MB of 10^6 bytes. */
  peakMb: number;
  glbBytes: number;
  origin: readonly [number, number, number];
  /** Numbers of coordinates; in the file `into` the indices stand behind them. */
  coordinates: number;
};

const [, , way = '', path = '', into = '', target = ''] = process.argv;
const [start, used, usedHere] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
// The boundary: decimate.bench.ts names one of them.
const { mesh, origin } = await ways[way as WayName](path, Number(target));
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const here = process.threadCpuUsage(usedHere);
const peakMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
const { positions, indices } = mesh;
writeFileSync(
  into,
  Buffer.concat([new Uint8Array(positions.slice().buffer), new Uint8Array(indices.slice().buffer)]),
);
await previewReady();
const glbBytes = writeGlb([{ name: 'model', mesh }]).length;
const took: Took = {
  ms,
  processorMs: (user + system) / 1000,
  threadMs: (here.user + here.system) / 1000,
  peakMb,
  glbBytes,
  origin,
  coordinates: positions.length,
};
console.log(JSON.stringify(took));
