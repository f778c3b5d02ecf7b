/** What the product has to survive: each with its check, brought about at length. The quick forms are tests beside them. */
import { brokerAway } from './broker.ts';
import { clockJumps } from './clock.ts';
import { diskFull } from './disk.ts';
import type { Fault } from './fault.ts';
import { secondRefuses } from './folder.ts';
import { killAny } from './kills.ts';
import { harmNames, harms } from './log-nodes/harms.ts';
import { atLength } from './log-nodes/log-nodes.ts';
import { logOutage } from './log-outage.ts';
import { rowsDamaged } from './rows.ts';
import { sharedStack } from './shared.ts';
import { tested } from './tested.ts';

/** For tries: `KILLS=12`, `AWAY_S=5`, `BROKER_AWAY_S=30`, `SEED=3`. */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

export const faults = (): Fault[] => [
  {
    name: 'kills',
    fault: 'any process dies at any moment',
    done: `kill -9, ${number('KILLS', 100)} times over the whole stack, while people act on both nodes`,
    run: async report =>
      killAny(await sharedStack(), { kills: number('KILLS', 100), seed: number('SEED', 1) }, report),
  },
  {
    name: 'log',
    fault: 'the log is unreachable',
    done: `its server is away for ${number('AWAY_S', 60)} s, while people act on both nodes`,
    run: async () => logOutage(await sharedStack(), number('AWAY_S', 60) * 1000),
  },
  ...harmNames.map(
    (name): Fault => ({
      name,
      fault: `a log of three nodes: ${harms[name].what}`,
      done: 'under eight writers, a reader and 50 pages, half of which lose their connection; TLS and a password',
      run: () => atLength(name, number('AWAY_S', 25) * 1000),
    }),
  ),
  {
    name: 'broker',
    fault: 'the broker is away',
    done: `100 kills of the relay, 20 takeovers, 5 kills of Kafka, and Kafka away for ${number('BROKER_AWAY_S', 600)} s`,
    run: report =>
      brokerAway({ awayMs: number('BROKER_AWAY_S', 600) * 1000, kills: number('RELAY_KILLS', 100) }, report),
  },
  {
    name: 'redis',
    fault: 'Redis is away',
    done: 'killed between two nodes while people have a case and a conversation open',
    run: () => tested(['services/realtime/nodes.cluster.test.ts'], 'Redis outage'),
  },
  {
    name: 's3',
    fault: 'S3 is slow, fails, is away',
    done: 'each request 50 ms late and one in five failing, in four ways; then killed',
    run: () => tested(['infra/walks/s3.cluster.test.ts']),
  },
  {
    name: 'disk',
    fault: 'the disk is full',
    done: 'a server on a tmpfs that is filled while people write, and given room again',
    run: report => diskFull(report),
  },
  {
    name: 'full-port',
    fault: 'the disk is full, injected',
    done: 'SQLite, the log, the rows and the files are told that there is no room',
    run: () =>
      tested(['services/eventstore/disk-full.test.ts', 'projections/projector.test.ts'], 'room|full|HTTP'),
  },
  {
    name: 'rows',
    fault: 'a node’s read model is deleted or damaged',
    done: `its file is removed, cut, and ${number('DAMAGES', 20)} times overwritten somewhere`,
    run: report => rowsDamaged({ damages: number('DAMAGES', 20), seed: number('SEED', 1) }, report),
  },
  {
    name: 'clock',
    fault: 'the clock jumps by an hour',
    done: 'forwards and backwards, on one server with sessions, chat, uploads and leases',
    run: () => clockJumps(),
  },
  {
    name: 'folder',
    fault: 'two nodes on one data folder',
    done: 'a second one is started beside the first, over SQLite and over the wire',
    run: () => secondRefuses(),
  },
];
