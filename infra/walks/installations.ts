/** Places where the restore drill keeps an installation: a folder, or servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3SettingsOf, startS3 } from '../servers/s3.ts';
import { startRemoteLog } from '../stack/servers.ts';

/** Environment variables of an installation outside its folder; empty if everything is in the folder. */
export type Installation = { env: Record<string, string>; stop(): Promise<void> };

export const createFolderInstallation = async (): Promise<Installation> => ({
  env: {},
  stop: async () => undefined,
});

/**
 * Starts an empty remote log and an empty bucket. @throws Error if one of them is not available on this
 * machine
 */
export async function startServerInstallation(): Promise<Installation> {
  const dir = await mkdtemp(join(tmpdir(), 'archline-home-'));
  // Stops run in reverse order, so that no folder is removed under a running server.
  const stops = [() => rm(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const s3 = await startS3();
    stops.push(() => s3.stop());
    const log = await startRemoteLog(dir);
    stops.push(async () => log.server?.stop());
    const env = {
      EVENT_STORE: log.url,
      ...s3SettingsOf(s3),
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
