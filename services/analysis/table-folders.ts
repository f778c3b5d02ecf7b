/** Where the tables lie: a folder for each log, and in it one for each serving organisation. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of the tables of a log. @param dataDir DATA_DIR */
export const tablesFolder = (dataDir: string, logId: string): string =>
  join(dataDir, 'analysis', encodeURIComponent(logId));

/** Folder of an organisation's tables. Its name begins with a letter, so that no id is `..`. */
export const organisationFolder = (tablesDir: string, orgId: string): string =>
  join(tablesDir, `org-${encodeURIComponent(orgId)}`);

/** Organisations that have tables. */
export async function organisationsIn(tablesDir: string): Promise<string[]> {
  await mkdir(tablesDir, { recursive: true, mode: 0o700 });
  const names = await readdir(tablesDir);
  return names.flatMap(name => (name.startsWith('org-') ? [decodeURIComponent(name.slice(4))] : []));
}

export const removeTables = (tablesDir: string): Promise<void> =>
  rm(tablesDir, { recursive: true, force: true });

/** File of what the fold keeps of cases. */
export const entriesPath = (tablesDir: string): string => join(tablesDir, 'entries.db');
