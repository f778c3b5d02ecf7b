/**
 * Simulates a disk that loses unsynced changes, as POSIX allows. A write, truncation or new name is durable
 * after the sync of its file or folder. A power cut may keep other changes, wholly or in single sectors.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FileOperation, STDOUT_FD } from './file-trace.ts';

type Change = { at: number; bytes: Buffer } | { length: number };

/** A file, or a folder (whose entries are in the disk's `names`). */
type Inode = { durable: Content; pending: Change[] };

/** Decides whether an unsynced change survives. Called for each sector and each name. */
export type SurvivalChoice = () => boolean;

/** Keeps only what was synced: the greatest loss. */
export const keepOnlySynced: SurvivalChoice = () => false;

export const keepEverything: SurvivalChoice = () => true;

const SECTOR = 512;

/** SQLite rebuilds its shared memory from the WAL at the next open. It is mapped memory, so no trace records it. */
const isMapped = (path: string) => path.endsWith('-shm');

class Content {
  private bytes = Buffer.alloc(0);
  length = 0;

  static of(bytes: Buffer): Content {
    const content = new Content();
    content.write(0, bytes);
    return content;
  }

  write(at: number, bytes: Buffer): void {
    const end = at + bytes.length;
    if (end > this.bytes.length) {
      const larger = Buffer.alloc(end * 2);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    bytes.copy(this.bytes, at);
    this.length = Math.max(this.length, end);
  }

  truncate(length: number): void {
    if (length > this.length) this.write(length, Buffer.alloc(0));
    this.bytes.fill(0, Math.min(length, this.bytes.length));
    this.length = length;
  }

  copy(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}

export class SimulatedDisk {
  private readonly root: string;
  private names = new Map<string, Inode>();
  private durableNames = new Map<string, Inode>();
  private readonly open = new Map<number, { inode: Inode; path: string }>();

  /** `root`: the traced folder. Files that exist already are durable. */
  constructor(root: string) {
    this.root = root;
    for (const name of readdirSync(root)) {
      const path = join(root, name);
      if (isMapped(path) || !statSync(path).isFile()) continue;
      this.names.set(path, { durable: Content.of(readFileSync(path)), pending: [] });
    }
    this.durableNames = new Map(this.names);
  }

  apply(operation: FileOperation): void {
    if ('fd' in operation) this.applyToFile(operation);
    else this.applyToNames(operation);
  }

  /** Writes the state after a power cut at this moment into an empty folder. */
  writeImage(dir: string, survives: SurvivalChoice): void {
    mkdirSync(dir, { recursive: true });
    const paths = new Set([...this.names.keys(), ...this.durableNames.keys()]);
    for (const path of [...paths].sort()) {
      const [now, durable] = [this.names.get(path), this.durableNames.get(path)];
      const inode = now === durable || !survives() ? durable : now;
      if (inode === undefined || isMapped(path)) continue;
      writeFileSync(join(dir, basename(path)), contentOf(inode, survives), { mode: 0o600 });
    }
  }

  private applyToFile(operation: Extract<FileOperation, { fd: number }>): void {
    if (operation.op === 'open') {
      this.open.set(operation.fd, { inode: this.inodeOf(operation.path), path: operation.path });
      return;
    }
    const file = this.open.get(operation.fd);
    if (operation.fd === STDOUT_FD || file === undefined) return;
    const { inode, path } = file;
    if (operation.op === 'close') this.open.delete(operation.fd);
    if (operation.op === 'write') inode.pending.push({ at: operation.at, bytes: operation.bytes });
    if (operation.op === 'truncate') inode.pending.push({ length: operation.length });
    if (operation.op === 'sync') {
      for (const change of inode.pending.splice(0)) carryOut(inode.durable, change, keepEverything);
      if (path.replace(/\/$/, '') === this.root) this.durableNames = new Map(this.names);
    }
  }

  private applyToNames(operation: Exclude<FileOperation, { fd: number }>): void {
    if (operation.op === 'unlink') {
      this.names.delete(operation.path);
      return;
    }
    this.names.set(operation.to, this.inodeOf(operation.from));
    if (operation.op === 'rename') this.names.delete(operation.from);
  }

  /** The folder itself is not an entry of the folder. */
  private inodeOf(path: string): Inode {
    const inode = this.names.get(path) ?? { durable: new Content(), pending: [] };
    if (dirname(path) === this.root) this.names.set(path, inode);
    return inode;
  }
}

function contentOf(inode: Inode, survives: SurvivalChoice): Buffer {
  const content = Content.of(inode.durable.copy());
  for (const change of inode.pending) carryOut(content, change, survives);
  return content.copy();
}

function carryOut(content: Content, change: Change, survives: SurvivalChoice): void {
  if ('length' in change) {
    if (survives()) content.truncate(change.length);
    return;
  }
  for (let i = 0; i < change.bytes.length; i += SECTOR) {
    if (survives()) content.write(change.at + i, change.bytes.subarray(i, i + SECTOR));
  }
}
