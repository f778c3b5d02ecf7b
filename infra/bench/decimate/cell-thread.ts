/** Thread that simplifies the cells of a scan, as the browser's cell worker does. */
import { parentPort } from 'node:worker_threads';
import { type CellTask, createCellSimplifier } from '#workers/mesh/cell.ts';
import { simplifierReady } from '#workers/mesh/simplify.ts';

const work = createCellSimplifier();
await simplifierReady;
parentPort?.on('message', (task: CellTask) => {
  const part = work(task);
  const { positions, indices } = part.mesh;
  parentPort?.postMessage(part, [part.corners.buffer, positions.buffer, indices.buffer] as ArrayBuffer[]);
});
parentPort?.postMessage('ready');
