/** An S3 server for tests and the stack: versitygw over a folder. It needs Go, and the first time some minutes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../testing/server.ts';
import { goProgram, isHere } from './installed.ts';
import { type Running, running } from './running.ts';

/** The path of the program. @throws Error why it cannot be had here */
export const versitygw = (): Promise<string> =>
  goProgram('github.com/versity/versitygw/cmd/versitygw', 'v1.8.0');

export type S3Place = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type RunningS3 = Running &
  S3Place & {
    port: number;
    /** Starts it again after it was ended by `kill`: at the same place, with all that it held. */
    again(): Promise<void>;
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
}: S3Place): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}

/**
 * Starts one with an empty bucket; what it holds goes when it is stopped.
 * Its metadata (ETags) lie in extended attributes: beside them, in a folder of its own, an object and its ETag could
 * be of two writes.
 */
export async function startS3(): Promise<RunningS3> {
  const program = await versitygw();
  const dir = await mkdtemp(join(tmpdir(), 'archline-s3-'));
  const port = await freePort();
  const place = { ...own, endpoint: `http://127.0.0.1:${port}` };
  const args = [
    '--port',
    `127.0.0.1:${port}`,
    '--region',
    own.region,
    '--keep-alive',
    '--quiet',
    'posix',
    dir,
  ];
  const env = { ROOT_ACCESS_KEY: own.accessKeyId, ROOT_SECRET_KEY: own.secretAccessKey };
  const start = () => running({ program, args, env, port });
  let server = await start();
  const stop = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
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
      return server.pid;
    },
    stop,
    kill: () => server.kill(),
    again: async () => {
      server = await start();
    },
  };
}

export const s3Here = () => isHere('S3', versitygw);
