/** Where the tables lie: a folder for each log, and in it one for each serving organisation. */
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of the tables of a log. */
export const tablesFolder = (analysisDir: string, logId: string): string =>
  join(analysisDir, encodeURIComponent(logId));

/** Folder of an organisation's tables. */
export const organisationFolder = (tablesDir: string, orgId: string): string =>
  join(tablesDir, encodeURIComponent(orgId), 'tables');

/** Organisations that have tables. */
export async function organisationsIn(tablesDir: string): Promise<string[]> {
  await mkdir(tablesDir, { recursive: true, mode: 0o700 });
  const entries = await readdir(tablesDir, { withFileTypes: true });
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => decodeURIComponent(name));
  return folders.filter(orgId => existsSync(organisationFolder(tablesDir, orgId)));
}

/** File of what the fold keeps of cases. */
export const entriesPath = (tablesDir: string): string => join(tablesDir, 'entries.db');
