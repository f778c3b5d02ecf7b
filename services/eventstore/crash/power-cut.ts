/** Records one run, simulates power cuts at many moments of it, and inspects the disk after each. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Acknowledgement, parseAcknowledgements } from './acknowledgements.ts';
import type { InspectFolder } from './data-folder.ts';
import { type FileOperation, runWithFileTrace, type SkipReason, STDOUT_FD } from './file-trace.ts';
import { createSeededRandom } from './seeded-random.ts';
import { keepOnlySynced, SimulatedDisk, type SurvivalChoice } from './simulated-disk.ts';

export type PowerCutOptions = {
  /** Path of the shim that `compileShim` built. */
  shim: string;
  /** Path of an empty working folder. */
  work: string;
  /** Script that opens the folder in its single JSON argument, writes acknowledgement lines, and ends. */
  script: string;
  options: Record<string, unknown>;
  inspect: InspectFolder;
  seed: number;
  /** Number of moments. Each is tried twice: with only the synced changes, and also with a part of the others. */
  cuts: number;
  failSync?: number;
  /** Start state: the disk of an earlier cut and its acknowledgements. */
  from?: { disk: SimulatedDisk; survives: SurvivalChoice; told: readonly Acknowledgement[] };
};

export type PowerCutReport = {
  faults: string[];
  /** Acknowledgements in the whole run. */
  acknowledged: number;
  operations: number;
  signal: NodeJS.Signals | null;
  stderr: string;
  /** Disk and acknowledgements at the middle of the run, for a second cut. */
  halfway: { disk: SimulatedDisk; told: readonly Acknowledgement[] };
};

export async function runPowerCuts(cut: PowerCutOptions): Promise<PowerCutReport | SkipReason> {
  const dir = join(cut.work, 'data');
  mkdirSync(dir, { recursive: true });
  cut.from?.disk.writeImage(dir, cut.from.survives);
  const [disk, half] = [new SimulatedDisk(dir), new SimulatedDisk(dir)];
  const file = join(cut.work, 'trace');
  const { shim, script, failSync } = cut;
  const recording = await runWithFileTrace({
    shim,
    script,
    argument: { ...cut.options, dir },
    file,
    failSync,
  });
  if ('notRun' in recording) return recording;
  const { operations, signal, stderr } = recording;
  const middle = operations.slice(0, operations.length >> 1);
  for (const operation of middle) half.apply(operation);
  const before = cut.from?.told ?? [];
  return {
    faults: await cutAndLook(cut, disk, operations, before),
    acknowledged: toldIn(operations).filter(told => 'stream' in told).length,
    operations: operations.length,
    signal,
    stderr,
    halfway: { disk: half, told: [...before, ...toldIn(middle)] },
  };
}

async function cutAndLook(
  cut: PowerCutOptions,
  disk: SimulatedDisk,
  operations: FileOperation[],
  before: readonly Acknowledgement[],
) {
  const random = createSeededRandom(cut.seed);
  const moments = momentsOf(operations, cut.cuts, random);
  const faults: string[] = [];
  let output = '';
  for (const [i, operation] of operations.entries()) {
    disk.apply(operation);
    output += ackOf(operation);
    if (!moments.has(i)) continue;
    const told = [...before, ...parseAcknowledgements(output)];
    for (const survives of [keepOnlySynced, () => random() < 0.5]) {
      const image = join(cut.work, 'image');
      disk.writeImage(image, survives);
      const kind = survives === keepOnlySynced ? 'only what was synced' : 'and a part of the rest';
      const found = await cut
        .inspect(image, told)
        .catch((error: Error) => [`does not open: ${error.message}`]);
      faults.push(...found.map(fault => `cut after operation ${i}, ${kind}: ${fault}`));
      rmSync(image, { recursive: true });
    }
  }
  return faults;
}

/**
 * Returns the moments of the power cuts: half at random, half right after an acknowledgement, where most can be lost,
 * and one at the end.
 */
function momentsOf(operations: FileOperation[], cuts: number, random: () => number): Set<number> {
  const acks = operations.flatMap((operation, i) => (ackOf(operation) === '' ? [] : [i]));
  const anywhere = Array.from({ length: cuts >> 1 }, () => Math.floor(random() * operations.length));
  const afterAcks = Array.from({ length: cuts >> 1 }, () => acks[Math.floor(random() * acks.length)] ?? 0);
  return new Set([...anywhere, ...afterAcks, operations.length - 1]);
}

const ackOf = (operation: FileOperation) =>
  operation.op === 'write' && operation.fd === STDOUT_FD ? operation.bytes.toString() : '';

const toldIn = (operations: FileOperation[]) => parseAcknowledgements(operations.map(ackOf).join(''));
