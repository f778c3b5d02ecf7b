/** Copies of the program in which one file is changed: other versions, for tests. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryFolder = fileURLToPath(new URL('../../../../', import.meta.url));

/** What projections import. Links would lead back to this version's files. */
const copied = ['package.json', 'events', 'projections', 'services/eventstore'];

export type VersionCopy = {
  folder: string;
  /** Replaces a text of a file. @throws Error if the file has no such text */
  change(path: string, text: string, by: string): void;
  remove(): void;
};

export function copyVersion(): VersionCopy {
  const folder = mkdtempSync(join(tmpdir(), 'archline-version-'));
  for (const path of copied)
    cpSync(join(repositoryFolder, path), join(folder, path), {
      recursive: true,
      filter: from => !from.endsWith('.test.ts'),
    });
  symlinkSync(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    change: (path, text, by) => {
      const file = join(folder, path);
      const before = readFileSync(file, 'utf8');
      if (!before.includes(text)) throw new Error(`${path} has no ${text}`);
      writeFileSync(file, before.replace(text, by));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
