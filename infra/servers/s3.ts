/**
 * An S3 server over a folder, for tests and the stack: versitygw if it was built, otherwise the project's own
 * server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../testing/server.ts';
import { type RunningServer, startServerProcess } from './server-process.ts';
import { defineGoTool, isInstalled } from './server-programs.ts';

export const versitygwTool = defineGoTool(
  'versitygw; they ran over an S3 server of the project',
  'github.com/versity/versitygw/cmd/versitygw',
  'v1.8.0',
);

type Program = { program: string; args(port: number, dir: string): string[] };

export type S3ServerKind = 'versitygw' | 'project';

/** The S3 servers available on this machine. The project's own is always available. */
export const listAvailableS3Servers = (): S3ServerKind[] =>
  isInstalled(versitygwTool.folder) ? ['versitygw', 'project'] : ['project'];

/** Command line of a server. Both servers read their keys from ROOT_ACCESS_KEY and ROOT_SECRET_KEY. */
async function programOf(server: S3ServerKind | undefined): Promise<Program> {
  if (server === 'versitygw') {
    const program = await versitygwTool.get();
    const fixed = ['--region', own.region, '--keep-alive', '--quiet', 'posix'];
    return { program, args: (port, dir) => ['--port', `127.0.0.1:${port}`, ...fixed, dir] };
  }
  const main = join(import.meta.dirname, 's3-server.ts');
  return { program: process.execPath, args: (port, dir) => [main, String(port), dir] };
}

export type S3Connection = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type RunningS3 = RunningServer &
  S3Connection & {
    port: number;
    /** Restarts the server after `kill`, with the same address and objects. */
    restart(): Promise<void>;
  };

const own = {
  region: 'us-east-1',
  bucket: 'archline',
  accessKeyId: 'archline',
  secretAccessKey: 'secret-of-tests',
};

async function makeBucket({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Connection): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}

/**
 * Starts an S3 server with an empty bucket. Its data is removed when it stops or fails to start. versitygw keeps ETags
 * in extended attributes, not in a separate metadata folder, where an object and its ETag could come from different
 * writes.
 * @param which default: versitygw if it was built, otherwise the project's own server
 */
export async function startS3(which = listAvailableS3Servers()[0]): Promise<RunningS3> {
  const server = await programOf(which);
  const dir = await mkdtemp(join(tmpdir(), 'archline-s3-'));
  const port = await freePort();
  const place = { ...own, endpoint: `http://127.0.0.1:${port}` };
  const args = server.args(port, dir);
  const env = { ROOT_ACCESS_KEY: own.accessKeyId, ROOT_SECRET_KEY: own.secretAccessKey };
  const start = () => startServerProcess({ program: server.program, args, env, port });
  const remove = () => rm(dir, { recursive: true, force: true });
  let now = await start().catch(async error => {
    await remove();
    throw error;
  });
  const stop = async () => {
    await now.stop();
    await remove();
  };
  try {
    await makeBucket(place);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...place,
    port,
    get pid() {
      return now.pid;
    },
    stop,
    kill: () => now.kill(),
    restart: async () => {
      now = await start();
    },
  };
}

/** The settings of a node that stores its files in this bucket. */
export const s3SettingsOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Connection) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});
