/** Gets the servers of the tests before a test's own time begins. Tests say NOT RUN over those that cannot be had. */
import { k6Path } from './k6.ts';
import { kafkaJars } from './kafka.ts';
import { redisProgram } from './redis.ts';
import { versitygw } from './s3.ts';

const servers = { Kafka: kafkaJars, Redis: redisProgram, k6: k6Path };

const got = Object.entries(servers).map(([name, get]) =>
  get().catch((error: Error) => console.log(`${name} cannot be had here: ${error.message.split('\n')[0]}`)),
);
// Its tests are run all the same, over the project's own server.
const s3 = versitygw().catch((error: Error) =>
  console.log(
    `NOT RUN: S3 over versitygw, but over a server of the project (${error.message.split('\n')[0]})`,
  ),
);
await Promise.all([...got, s3]);
