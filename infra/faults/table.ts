/** All faults that the product must survive, at full length. The tests in this folder run the short forms. */
import { testBrokerOutage } from './broker-outage.ts';
import { testClockJumps } from './clock-jump.ts';
import { testDamagedRows } from './damaged-rows.ts';
import type { FaultScenario } from './fault.ts';
import { testFullDisk } from './full-disk.ts';
import { testKills } from './kills.ts';
import { runLogScenario } from './log-nodes/log-nodes.ts';
import { logScenarioNames, logScenarios } from './log-nodes/log-scenarios.ts';
import { testLogOutage } from './log-outage.ts';
import { testSharedDataFolder } from './shared-data-folder.ts';
import { ensureSharedStack } from './shared-stack.ts';
import { runTableKills } from './table-kills.ts';
import { runTestFiles } from './test-files.ts';

/**
 * Reads a number from the environment, for shorter trial runs: `KILLS=12`, `AWAY_S=5`, `BROKER_AWAY_S=30`,
 * `SEED=3`.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

/** Faults of the processes that keep the analysts' tables. */
const analysisScenarios = (): FaultScenario[] => [
  {
    name: 'tables',
    fault: 'the process of the analysts’ tables, or the child that writes them, dies at any moment',
    done: `kill -9, ${number('TABLE_KILLS', 40)} times while doctors create cases, over a bucket`,
    run: report => runTableKills({ kills: number('TABLE_KILLS', 40), seed: number('SEED', 1) }, report),
  },
  {
    name: 'commits',
    fault: 'the process of the analysts’ tables ends within a commit',
    done: `${number('TABLE_STARTS', 200)} starts, many of which end at a random step of a commit`,
    run: () =>
      runTestFiles(['services/analysis/once.walk.test.ts'], '', {
        TABLE_STARTS: String(number('TABLE_STARTS', 200)),
      }),
  },
];

export const createFaultScenarios = (): FaultScenario[] => [
  {
    name: 'kills',
    fault: 'any process dies at any moment',
    done: `kill -9, ${number('KILLS', 100)} times across the whole stack, while users act on both nodes`,
    run: async report =>
      testKills(await ensureSharedStack(), { kills: number('KILLS', 100), seed: number('SEED', 1) }, report),
  },
  {
    name: 'log',
    fault: 'the log is unreachable',
    done: `its server is down for ${number('AWAY_S', 60)} s, while users act on both nodes`,
    run: async () => testLogOutage(await ensureSharedStack(), number('AWAY_S', 60) * 1000),
  },
  ...logScenarioNames.map(
    (name): FaultScenario => ({
      name,
      fault: `a log of three nodes: ${logScenarios[name].what}`,
      done: 'under eight writers, a reader and 50 pages, half of which lose their connection; TLS and a password',
      run: () => runLogScenario(name, number('AWAY_S', 25) * 1000),
    }),
  ),
  {
    name: 'broker',
    fault: 'the broker is down',
    done: `100 kills of the relay, 20 takeovers, 5 kills of Kafka, and Kafka down for ${number('BROKER_AWAY_S', 600)} s`,
    run: report =>
      testBrokerOutage(
        { awayMs: number('BROKER_AWAY_S', 600) * 1000, kills: number('RELAY_KILLS', 100) },
        report,
      ),
  },
  ...analysisScenarios(),
  {
    name: 'redis',
    fault: 'Redis is down',
    done: 'killed between two nodes while people have a case and a conversation open',
    run: () => runTestFiles(['services/realtime/nodes.cluster.test.ts'], 'Redis outage'),
  },
  {
    name: 's3',
    fault: 'S3 is slow, fails, is down',
    done: 'each request 50 ms late and one in five failing, in four ways; then killed',
    run: () => runTestFiles(['infra/walks/s3.cluster.test.ts']),
  },
  {
    name: 'disk',
    fault: 'the disk is full',
    done: 'a server on a tmpfs that is filled while users write, then cleared',
    run: report => testFullDisk(report),
  },
  {
    name: 'full-port',
    fault: 'the disk is full, injected',
    done: 'SQLite, the log, the rows and the files get ENOSPC',
    run: () =>
      runTestFiles(
        ['services/eventstore/disk-full.test.ts', 'projections/projector.test.ts'],
        'room|full|HTTP',
      ),
  },
  {
    name: 'rows',
    fault: 'a node’s read model is deleted or damaged',
    done: `its file is removed, truncated, and ${number('DAMAGES', 20)} times overwritten at a random place`,
    run: report => testDamagedRows({ damages: number('DAMAGES', 20), seed: number('SEED', 1) }, report),
  },
  {
    name: 'clock',
    fault: 'the clock jumps by an hour',
    done: 'forwards and backwards, on one server with sessions, chat, uploads and leases',
    run: () => testClockJumps(),
  },
  {
    name: 'folder',
    fault: 'two nodes on one data folder',
    done: 'a second one is started on the folder of the first, on SQLite and on a remote log',
    run: () => testSharedDataFolder(),
  },
];
