/** A small tmpfs that can be filled and freed again. Only root can mount it. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultUnsupportedError } from './fault.ts';

export type SmallDisk = {
  dir: string;
  /** Fills the disk except for `but` bytes. */
  fill(but: number): void;
  /** Deletes the file that fills the disk. */
  free(): void;
  remove(): void;
};

const MIB = 1024 * 1024;

/** @param bytes capacity of the disk @throws FaultUnsupportedError if this account may not mount a tmpfs */
export function makeSmallDisk(bytes: number): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'archline-small-'));
  const dir = join(root, 'disk');
  const filler = join(dir, 'filler');
  mkdirSync(dir);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', dir], { stdio: 'ignore' });
  } catch {
    rmSync(root, { recursive: true });
    throw new FaultUnsupportedError('a full disk needs its own mount, which this account may not create');
  }
  const left = () => {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  };
  return {
    dir,
    fill: but => {
      const file = openSync(filler, 'a');
      const piece = Buffer.alloc(MIB);
      try {
        // A tmpfs allocates whole pages, so the free space is read again after each write.
        for (let room = left() - but; room > 0; room = left() - but)
          writeSync(file, piece, 0, Math.min(room, MIB));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      // Lazily: an idle child process that reads tables keeps their files open for a while.
      execFileSync('umount', ['--lazy', dir]);
      rmSync(root, { recursive: true });
    },
  };
}
