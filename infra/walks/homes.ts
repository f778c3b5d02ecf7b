/** Where installations of the restore drill lie. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3 } from '../servers/s3.ts';
import { startLog } from '../stack/servers.ts';

/** Places of an installation beside its folder; empty: all of it is in there. */
export type Home = { env: Record<string, string>; stop(): Promise<void> };

export const inFolder = async (): Promise<Home> => ({ env: {}, stop: async () => undefined });

/** A log over the wire and a bucket, both empty. @throws Error if one of them cannot be had here */
export async function onServers(): Promise<Home> {
  const dir = await mkdtemp(join(tmpdir(), 'archline-home-'));
  // In reverse order, so that nothing is removed under a server that runs.
  const stops = [() => rm(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const s3 = await startS3();
    stops.push(() => s3.stop());
    const log = await startLog(dir);
    stops.push(async () => log.server?.stop());
    const env = {
      EVENT_STORE: log.url,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
