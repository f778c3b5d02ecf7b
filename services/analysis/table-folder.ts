/** Tables in a local folder, which one process uses. */
import { existsSync } from 'node:fs';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno, syncPath } from '../files/disk.ts';
import { isSegmentIntact, type TableFiles, type TableStore } from './table-files.ts';
import { caseEntriesPath, listOrganisationsIn, organisationFolder } from './table-folders.ts';

/** Creates a file by a link, which fails if the name is taken, and fsyncs file and folder. */
async function createLinked(dir: string, name: string, text: string, draft: string): Promise<boolean> {
  const path = join(dir, draft);
  try {
    const handle = await open(path, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(path, join(dir, name));
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
  await syncPath(dir);
  return true;
}

export const removeFiles = async (dir: string, names: readonly string[]): Promise<void> => {
  for (const name of names) await rm(join(dir, name), { force: true, recursive: true });
};

function createFolderFiles(dir: string): TableFiles {
  return {
    dir,
    // No folder is created here: the holder of the lease looks at each tick, and has created it when it opened the tables.
    names: async () => {
      try {
        return await readdir(dir);
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return [];
        throw error;
      }
    },
    read: async name => {
      try {
        return await readFile(join(dir, name), 'utf8');
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    create: (name, text, draft) => createLinked(dir, name, text, draft),
    // The segments' writer has fsynced them.
    keep: async () => undefined,
    // Questions find damage themselves: hashing every segment for each of them would cost more than the questions.
    fetch: async () => true,
    check: async segments => {
      const whole = await Promise.all(segments.map(segment => isSegmentIntact(dir, segment)));
      return { damaged: segments.filter((_, i) => !whole[i]), replaced: 0 };
    },
    remove: names => removeFiles(dir, names),
  };
}

/** @param dir folder of the log's tables */
export function createFolderTableStore(dir: string): TableStore {
  return {
    dir,
    organisation: orgId => createFolderFiles(organisationFolder(dir, orgId)),
    organisations: () => listOrganisationsIn(dir),
    isKept: async () => existsSync(caseEntriesPath(dir)),
    publish: async () => undefined,
    published: async () => undefined,
  };
}
