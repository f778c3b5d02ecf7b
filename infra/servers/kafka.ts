/**
 * A real Kafka from Maven's jars, one node without ZooKeeper. For the relay's tests, the faults and the
 * stack.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall } from '../setup/apt.mjs';
import { freePort } from '../testing/server.ts';
import { type RunningServer, startServerProcess } from './server-process.ts';
import { ensureInstalled, isServerAvailable, runProgram } from './server-programs.ts';

const version = '4.3.1';
/** A fixed id of 16 bytes. A random id may begin with a hyphen and would be read as an option. */
const clusterId = Buffer.from('archline-servers').toString('base64url');

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>archline</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${version}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

export type RunningKafka = RunningServer & {
  /** Value of KAFKA_BROKERS. */
  brokers: string;
  /**
   * A second listener of the broker with TLS, user and password. `caFile` has the certificate's authority.
   */
  guarded: { brokers: string; caFile: string; username: string; password: string };
  /** Restarts the broker after `kill` or `stop`, with the same folder and ports. */
  restart(): Promise<void>;
};

const answers = (program: string, question: string) =>
  runProgram(program, [question]).then(
    () => true,
    () => false,
  );

/** Installs Debian packages if the program is missing. @throws Error if they cannot be installed */
async function needed(program: string, question: string, packages: readonly string[]): Promise<void> {
  if (await answers(program, question)) return;
  await aptInstall(packages).catch(() => {
    throw new Error(`${program} is missing: apt-get install ${packages.join(' ')}`);
  });
}

/**
 * Returns the folder of Kafka's jars; also installs Java. @throws Error if one of them cannot be installed
 */
export async function ensureKafkaJars(): Promise<string> {
  await needed('java', '-version', ['default-jre-headless']);
  return ensureInstalled(`kafka-${version}`, async into => {
    await needed('mvn', '-version', ['default-jre-headless', 'maven']);
    await writeFile(join(into, 'pom.xml'), pom);
    await runProgram('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
      cwd: into,
    });
  });
}

const guard = { username: 'archline', password: 'secret-of-tests' };
const login = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${guard.username}="${guard.password}";`;

/** Creates a self-signed certificate for this machine and writes it with its key into one file. */
async function certified(dir: string): Promise<{ keys: string; caFile: string }> {
  const [key, caFile, keys] = ['key.pem', 'ca.pem', 'keys.pem'].map(name => join(dir, name));
  if (!key || !caFile || !keys) throw new Error('no names');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', caFile];
  await runProgram('openssl', [...made, ...subject]);
  await writeFile(keys, (await readFile(key, 'utf8')) + (await readFile(caFile, 'utf8')), { mode: 0o600 });
  return { keys, caFile };
}

type Ports = { plain: number; guarded: number; controller: number };

const properties = (logDir: string, keys: string, { plain, guarded, controller }: Ports) =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${plain},SASL_SSL://127.0.0.1:${guarded},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${plain},SASL_SSL://localhost:${guarded}`,
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL',
    'sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.sasl_ssl.plain.sasl.jaas.config': login,
    'listener.name.sasl_ssl.ssl.keystore.type': 'PEM',
    'listener.name.sasl_ssl.ssl.keystore.location': keys,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': logDir,
    // A single node cannot hold the default of three replicas.
    'default.replication.factor': 1,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // A killed broker may register again only after its session has expired.
    'broker.session.timeout.ms': 3000,
    'broker.heartbeat.interval.ms': 500,
    'auto.create.topics.enable': false,
  })
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');

const heap = ['-Xmx384m', '-Xms128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * Starts Kafka in a temporary folder, which is removed when it stops or fails to start.
 * @throws Error if Kafka cannot be installed or started
 */
export async function startKafka(): Promise<RunningKafka> {
  const home = await ensureKafkaJars();
  const dir = await mkdtemp(join(tmpdir(), 'archline-kafka-'));
  try {
    return await startIn(dir, home);
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

const javaArgs = (home: string, ...args: string[]) => [
  ...heap,
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  ...['-cp', join(home, 'lib', '*')],
  ...args,
];

/** Returns the folder of an empty log. It names no port and no path, so every broker begins with a copy. */
const formattedLog = (home: string) =>
  ensureInstalled(`kafka-${version}-log`, async into => {
    const settings = `${into}.properties`;
    await writeFile(settings, properties(into, '', { plain: 1, guarded: 2, controller: 3 }));
    const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', settings];
    await runProgram('java', javaArgs(home, ...format)).finally(() => rm(settings));
  });

/**
 * Arguments that share parsed classes between brokers, which halves the processor time of a start. The first broker
 * records the classes when it stops; Java ignores a recording of another Java version.
 * @returns also `keep`, to call after a broker has stopped
 */
function sharedClasses(home: string, dir: string): { args: string[]; keep(): Promise<void> } {
  const file = join(home, 'classes.jsa');
  if (existsSync(file)) return { args: [`-XX:SharedArchiveFile=${file}`], keep: async () => undefined };
  const recorded = join(dir, 'classes.jsa');
  // A broker that was killed has recorded nothing.
  const keep = () =>
    cp(recorded, `${file}.${process.pid}`).then(
      () => rename(`${file}.${process.pid}`, file),
      () => undefined,
    );
  return { args: [`-XX:ArchiveClassesAtExit=${recorded}`], keep };
}

async function startIn(dir: string, home: string): Promise<RunningKafka> {
  const ports = { plain: await freePort(), guarded: await freePort(), controller: await freePort() };
  const { keys, caFile } = await certified(dir);
  const settings = join(dir, 'server.properties');
  const log = join(dir, 'log');
  await cp(await formattedLog(home), log, { recursive: true });
  await writeFile(settings, properties(log, keys, ports));
  const classes = sharedClasses(home, dir);
  const args = [...classes.args, ...javaArgs(home, 'kafka.Kafka', settings)];
  const start = () => startServerProcess({ program: 'java', args, port: ports.plain });
  let now = await start();
  return {
    get pid() {
      return now.pid;
    },
    brokers: `127.0.0.1:${ports.plain}`,
    guarded: { ...guard, caFile, brokers: `localhost:${ports.guarded}` },
    kill: () => now.kill(),
    restart: async () => {
      now = await start();
    },
    stop: async () => {
      await now.stop();
      await classes.keep();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export const isKafkaAvailable = () => isServerAvailable('Kafka', ensureKafkaJars);
