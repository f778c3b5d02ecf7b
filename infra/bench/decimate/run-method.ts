/**
 * `node run-method.ts <method> <path> <into> <target>`: runs one method once in its own process and prints its cost.
 */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { whenPreviewReady } from '#workers/mesh/preview.ts';
import { writeGlb } from '#workers/mesh/write-glb.ts';
import { type PreviewMethodName, previewMethods } from './methods.ts';

export type MethodCost = {
  ms: number;
  /** Processor time of all threads. More reliable than elapsed time on a shared machine. */
  processorMs: number;
  /** Processor time of the thread that builds the preview: the elapsed time on an idle machine. */
  threadMs: number;
  /** Peak memory of the process, MB of 10^6 bytes. */
  peakMb: number;
  glbBytes: number;
  origin: readonly [number, number, number];
  /** Number of coordinates. In the file `into` the indices follow them. */
  coordinates: number;
};

const [, , way = '', path = '', into = '', target = ''] = process.argv;
const [start, used, usedHere] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
// Cast: decimate.bench.ts passes the name of a method.
const { mesh, origin } = await previewMethods[way as PreviewMethodName](path, Number(target));
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const here = process.threadCpuUsage(usedHere);
const peakMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
const { positions, indices } = mesh;
writeFileSync(
  into,
  Buffer.concat([new Uint8Array(positions.slice().buffer), new Uint8Array(indices.slice().buffer)]),
);
await whenPreviewReady();
const glbBytes = writeGlb([{ name: 'model', mesh }]).length;
const took: MethodCost = {
  ms,
  processorMs: (user + system) / 1000,
  threadMs: (here.user + here.system) / 1000,
  peakMb,
  glbBytes,
  origin,
  coordinates: positions.length,
};
console.log(JSON.stringify(took));
