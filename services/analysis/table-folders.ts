/** Folders of the tables: one for each log, with one for each serving organisation in it. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of what analysts read, in the data folder. */
export const analysisFolder = (dataDir: string): string => join(dataDir, 'analysis');

/** Folder of the tables of a log. */
export const tablesFolder = (analysisDir: string, logId: string): string =>
  join(analysisDir, encodeURIComponent(logId));

/** Prefix of the tables of a log in a bucket. */
export const tablesPrefix = (logId: string): string => `analysis/${encodeURIComponent(logId)}/`;

/** Folder of an organisation's tables. */
export const organisationFolder = (tablesDir: string, orgId: string): string =>
  join(tablesDir, encodeURIComponent(orgId), 'tables');

/** Organisations that have tables. */
export async function listOrganisationsIn(tablesDir: string): Promise<string[]> {
  await mkdir(tablesDir, { recursive: true, mode: 0o700 });
  const entries = await readdir(tablesDir, { withFileTypes: true });
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => decodeURIComponent(name));
  return folders.filter(orgId => existsSync(organisationFolder(tablesDir, orgId)));
}

/** File of what the fold keeps of cases. */
export const caseEntriesPath = (tablesDir: string): string => join(tablesDir, 'entries.db');

/** Removes this machine's tables of a log. Where nobody follows the log, they would keep the facts of erased patients. */
export async function removeTables(tablesDir: string): Promise<void> {
  for (const orgId of await listOrganisationsIn(tablesDir))
    await rm(organisationFolder(tablesDir, orgId), { recursive: true, force: true });
  for (const end of ['', '-wal', '-shm']) await rm(caseEntriesPath(tablesDir) + end, { force: true });
}
