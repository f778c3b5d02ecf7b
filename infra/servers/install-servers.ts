/**
 * Installs the servers that tests use, before any test's time limit starts. Tests of a server that cannot be
 * installed print NOT RUN.
 */

import { ensureKafkaJars } from './kafka.ts';
import { ensureRedisProgram } from './redis.ts';
import { versitygwTool } from './s3.ts';
import { isToolBuilt } from './server-programs.ts';

const servers = { Kafka: ensureKafkaJars, Redis: ensureRedisProgram };

await Promise.all(
  Object.entries(servers).map(([name, get]) =>
    get().catch((error: Error) =>
      console.log(`${name} could not be installed: ${error.message.split('\n')[0]}`),
    ),
  ),
);
await isToolBuilt(versitygwTool);
