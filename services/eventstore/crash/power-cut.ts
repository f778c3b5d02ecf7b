/** Replays one recorded run, cuts the power at many moments, and inspects the disk of each. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Inspect } from './data-folder.ts';
import { Disk, nothingElse, type Survives } from './disk.ts';
import { type Told, toldOf } from './ledger.ts';
import { seeded } from './seeded.ts';
import { type NotRun, type Operation, recordRun, STDOUT } from './trace.ts';

export type PowerCut = {
  /** The shim that `compileShim` built. */
  shim: string;
  /** An empty working folder. */
  work: string;
  /** Script that opens the folder in its single JSON argument, writes acknowledgement lines, and ends. */
  script: string;
  options: Record<string, unknown>;
  inspect: Inspect;
  seed: number;
  /** Number of moments. Each is tried with synced changes only, and with a part of the others. */
  cuts: number;
  failSync?: number;
  /** Start state: the disk of an earlier cut and its acknowledgements. */
  from?: { disk: Disk; survives: Survives; told: readonly Told[] };
};

export type CutReport = {
  faults: string[];
  /** Acknowledgements in the whole run. */
  acknowledged: number;
  operations: number;
  signal: NodeJS.Signals | null;
  stderr: string;
  /** Disk and acknowledgements at the middle of the run, for a second cut. */
  halfway: { disk: Disk; told: readonly Told[] };
};

export async function powerCut(cut: PowerCut): Promise<CutReport | NotRun> {
  const dir = join(cut.work, 'data');
  mkdirSync(dir, { recursive: true });
  cut.from?.disk.writeImage(dir, cut.from.survives);
  const [disk, half] = [new Disk(dir), new Disk(dir)];
  const file = join(cut.work, 'trace');
  const { shim, script, failSync } = cut;
  const recording = await recordRun({ shim, script, argument: { ...cut.options, dir }, file, failSync });
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

async function cutAndLook(cut: PowerCut, disk: Disk, operations: Operation[], before: readonly Told[]) {
  const random = seeded(cut.seed);
  const moments = momentsOf(operations, cut.cuts, random);
  const faults: string[] = [];
  let output = '';
  for (const [i, operation] of operations.entries()) {
    disk.apply(operation);
    output += ackOf(operation);
    if (!moments.has(i)) continue;
    const told = [...before, ...toldOf(output)];
    for (const survives of [nothingElse, () => random() < 0.5]) {
      const image = join(cut.work, 'image');
      disk.writeImage(image, survives);
      const kind = survives === nothingElse ? 'only what was synced' : 'and a part of the rest';
      const found = await cut
        .inspect(image, told)
        .catch((error: Error) => [`does not open: ${error.message}`]);
      faults.push(...found.map(fault => `cut after operation ${i}, ${kind}: ${fault}`));
      rmSync(image, { recursive: true });
    }
  }
  return faults;
}

/** Half of the moments are random; half follow an acknowledgement, where most can be lost; and the end. */
function momentsOf(operations: Operation[], cuts: number, random: () => number): Set<number> {
  const acks = operations.flatMap((operation, i) => (ackOf(operation) === '' ? [] : [i]));
  const anywhere = Array.from({ length: cuts >> 1 }, () => Math.floor(random() * operations.length));
  const told = Array.from({ length: cuts >> 1 }, () => acks[Math.floor(random() * acks.length)] ?? 0);
  return new Set([...anywhere, ...told, operations.length - 1]);
}

const ackOf = (operation: Operation) =>
  operation.op === 'write' && operation.fd === STDOUT ? operation.bytes.toString() : '';

const toldIn = (operations: Operation[]) => toldOf(operations.map(ackOf).join(''));
