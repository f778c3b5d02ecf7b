/**
 * `npx node infra/deploy/sizing.ts` prints the tables of SIZING.md, `-- --write` writes them. They compute
 * the needs of a load from the figures below: change a figure if your prices or measurements differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Source of the measured figures of the log. */
const real = 'EventStoreDB 23.10.8, two cores shared with its callers';

/** Value, unit and source of a figure. */
type Figure = readonly [number, string, string];

export const sizingFigures = {
  eventsPerCase: [
    150,
    'events',
    'the demo’s longest case has 35; twice the drafts, 40 messages, 50 of wear and visits',
  ],
  bytesPerEvent: [500, 'bytes', 'measured in the demo’s log: 472 of all, 497 of cases'],
  storedPerEvent: [
    1_500,
    'bytes',
    'assumed: the same with EventStoreDB’s record, index and slack, on each of its three nodes',
  ],
  rowsPerCase: [
    60_000,
    'bytes',
    'the demo’s 52 cases and all other rows: 37,000 a case; long cases have more messages',
  ],
  eventsPerAppend: [1.3, 'events', 'assumed; an action makes one to three'],
  readsPerAppend: [10, 'reads', 'assumed: a list, a case, a conversation around each act'],
  peakShare: [0.15, 'of a day', 'assumed: the busiest hour'],
  secondsPerAct: [5, 's', 'the issue: an active user acts every five seconds'],
  requestsPerCore: [
    160,
    '/s',
    'measured: 6.1 ms of processor for an act of 1,000 people on two nodes (one node over SQLite: 2.8 ms). `npm run load`',
  ],
  busy: [0.6, 'of a core', 'the rest is a reserve for peaks, a lost node and catching up'],
  socketKb: [60, 'KB', '41 to 60 measured with 5,000 pages'],
  socketsPerNode: [
    5_000,
    'pages',
    'measured: 5,000 on one node, each push within 12 ms (p95); over two nodes 58 ms. `npm run load` (sockets.js)',
  ],
  foldPerSecond: [
    7_500,
    'events/s',
    `${real}: a fresh node, 0.64 of the embedded log’s 11,700 in the same run. The protocol server gave 16,000: \`npm run bench -- catchup\``,
  ],
  readPerSecond: [24_700, 'events/s', `${real}: one reader that reads the whole log and does nothing else`],
  appendsAlone: [570, 'appends/s', `${real}: one caller that waits for each append before the next`],
  appendsTogether: [
    2_500,
    'appends/s',
    `${real}: 2,500 to 3,250 from 32 to 64 callers at once; a node has 64 under way at most`,
  ],
  relayPerSecond: [
    13_000,
    'events/s',
    'measured: 13,212 over the wire, kafkajs alone 24,168. `npm run bench -- relay`',
  ],
  tablesPerSecond: [
    37_900,
    'events/s',
    'measured: 171,617 events in 4.5 s of processor for both processes. `npm run bench -- analysis`',
  ],
  tableBytesPerEvent: [
    8.2,
    'bytes',
    'measured in the same run: `events` and `stays` in Parquet, which are most of the tables',
  ],
  filesPerCase: [
    0.25,
    'GB',
    'two scans of 100 MB, photographs, a plan of 2 MB (MESH: a scan is 20 to 200 MB)',
  ],
  vcpuHour: [0.04, '$', 'price, assumed'],
  memoryHour: [0.005, '$ a GB', 'price, assumed'],
  diskMonth: [0.1, '$ a GB', 'price of a fast disk, assumed'],
  objectMonth: [0.023, '$ a GB', 'price of S3, assumed'],
} as const satisfies Record<string, Figure>;

const of = (name: keyof typeof sizingFigures): number => sizingFigures[name][0];

export type SizingLoad = { name: string; casesADay: number };

/** Cases per day of a number of active users, from the appends of their busiest hour. */
const casesOf = (active: number) => {
  const acts = (active / of('secondsPerAct')) * 3600;
  const appends = acts / (1 + of('readsPerAppend')) / of('peakShare');
  return (appends * of('eventsPerAppend')) / of('eventsPerCase');
};

export const sizingLoads: readonly SizingLoad[] = [
  { name: '200 active users', casesADay: casesOf(200) },
  { name: '1,000 active users', casesADay: casesOf(1_000) },
  { name: '10,000 cases a day', casesADay: 10_000 },
  { name: '100,000 cases a day', casesADay: 100_000 },
];

/** Events per second of a program that appends a log in order: each append waits for the previous one. */
const importPerSecond = of('appendsAlone') * of('eventsPerAppend');

const HOURS = 730;
const YEAR = 365;

/** Needs of a load in the busiest hour and after a year. */
export function sizingNeeds({ casesADay }: SizingLoad) {
  const eventsADay = casesADay * of('eventsPerCase');
  const peakEvents = (eventsADay * of('peakShare')) / 3600;
  const appends = peakEvents / of('eventsPerAppend');
  const requests = appends * (1 + of('readsPerAppend'));
  const active = requests * of('secondsPerAct');
  // One node more than necessary, so that one may fail.
  const byCore = requests / (of('requestsPerCore') * of('busy'));
  const nodes = Math.max(2, Math.ceil(byCore), Math.ceil(active / of('socketsPerNode')) + 1);
  const eventsAYear = eventsADay * YEAR;
  const rowsGb = (casesADay * YEAR * of('rowsPerCase')) / 1e9;
  const logGb = (eventsAYear * of('storedPerEvent')) / 1e9;
  return {
    eventsADay,
    peakEvents,
    appends,
    requests,
    active,
    nodes,
    eventsAYear,
    rowsGb,
    logGb,
    foldShare: peakEvents / of('foldPerSecond'),
    relayShare: peakEvents / of('relayPerSecond'),
    rebuildHours: eventsAYear / of('foldPerSecond') / 3600,
    appendShare: appends / of('appendsTogether'),
    tablesGb: (eventsAYear * of('tableBytesPerEvent')) / 1e9,
    tablesShare: peakEvents / of('tablesPerSecond'),
    tablesHours: eventsAYear / of('tablesPerSecond') / 3600,
    readHours: eventsAYear / of('readPerSecond') / 3600,
    importHours: eventsAYear / importPerSecond / 3600,
    filesTb: (casesADay * YEAR * of('filesPerCase')) / 1000,
    kafkaGb: (eventsADay * of('bytesPerEvent') * 7 * 3) / 1e9,
    socketsMb: (active / nodes) * (of('socketKb') / 1024),
  };
}

/** Maximum size of one installation. SIZING.md says which part reaches its limit. */
const most = { nodes: 12, rowsGb: 200, rebuildHours: 12 };

export const partitionCount = (load: SizingLoad): number => {
  const { nodes, rowsGb, rebuildHours } = sizingNeeds(load);
  const ratios = [nodes / most.nodes, rowsGb / most.rowsGb, rebuildHours / most.rebuildHours];
  return Math.max(1, Math.ceil(Math.max(...ratios)));
};

/** Dollars per month after a year, with one installation per partition. */
export function monthlyCost(load: SizingLoad) {
  const of1 = { ...load, casesADay: load.casesADay / partitionCount(load) };
  const all = partitionCount(load);
  const { nodes, rowsGb, tablesGb, logGb, kafkaGb, filesTb } = sizingNeeds(of1);
  const machine = (cores: number, gb: number) => (cores * of('vcpuHour') + gb * of('memoryHour')) * HOURS;
  const disk = (gb: number) => Math.max(20, gb) * of('diskMonth');
  const analysis = machine(2, 4) + disk(rowsGb + tablesGb);
  const own = all * ((nodes + 2) * (machine(1.5, 2) + disk(rowsGb)) + analysis);
  const log = all * 3 * (machine(2, 8) + disk(logGb));
  const rest = all * (3 * (machine(1, 4) + disk(kafkaGb / 3)) + machine(1, 1));
  const files = filesTb * all * 1000 * of('objectMonth');
  return { own, log, rest, files, all: own + log + rest + files };
}

const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));

const table = (rows: string[][]) =>
  rows
    .flatMap((row, i) => [
      `| ${row.join(' | ')} |`,
      ...(i === 0 ? [`|${row.map(() => '---|').join('')}`] : []),
    ])
    .join('\n');

const line = (what: string, value: (load: SizingLoad) => number) => [
  what,
  ...sizingLoads.map(load => number(value(load))),
];

const head = ['', ...sizingLoads.map(({ name }) => name)];

export const sizingTables: Record<string, string> = {
  figures: table([
    ['figure', 'value', 'from'],
    ...Object.values(sizingFigures).map(([value, unit, from], i) => [
      `\`${Object.keys(sizingFigures)[i]}\``,
      `${value.toLocaleString('en')} ${unit}`,
      from,
    ]),
  ]),
  needs: table([
    head,
    line('cases a day', load => load.casesADay),
    line('active users in the busiest hour', load => sizingNeeds(load).active),
    line('events a day', load => sizingNeeds(load).eventsADay),
    line('events/s, busiest hour', load => sizingNeeds(load).peakEvents),
    line('appends/s', load => sizingNeeds(load).appends),
    line('requests/s', load => sizingNeeds(load).requests),
    line('nodes', load => sizingNeeds(load).nodes),
    line('MB of sockets on each', load => sizingNeeds(load).socketsMb),
    line('of a core on each node, to fold everybody’s events', load => sizingNeeds(load).foldShare),
    line('of what the log’s leader can append', load => sizingNeeds(load).appendShare),
    line('of what the relay can', load => sizingNeeds(load).relayShare),
    line('of a core, to keep the analysts’ tables', load => sizingNeeds(load).tablesShare),
    line('GB of log a year, on each of three', load => sizingNeeds(load).logGb),
    line('GB of rows a year, on each node', load => sizingNeeds(load).rowsGb),
    line('hours to rebuild a year’s rows', load => sizingNeeds(load).rebuildHours),
    line('hours to read a year’s log once (`backup`, `relay-from 0`)', load => sizingNeeds(load).readHours),
    line('hours to append a year’s log (`copy-log`, `restore`)', load => sizingNeeds(load).importHours),
    line('GB of analysts’ tables a year', load => sizingNeeds(load).tablesGb),
    line('hours to build a year’s tables', load => sizingNeeds(load).tablesHours),
    line('TB of files a year', load => sizingNeeds(load).filesTb),
    line('GB in Kafka (a week, three copies)', load => sizingNeeds(load).kafkaGb),
    line('**partitions**', partitionCount),
  ]),
  log: table([
    ['the log’s server', 'events/s', 'minutes for a million events'],
    ...(
      [
        ['appended by one caller that waits for each append', importPerSecond],
        ['appended by 32 callers and more', of('appendsTogether') * of('eventsPerAppend')],
        ['folded by a fresh node', of('foldPerSecond')],
        ['read and nothing else', of('readPerSecond')],
      ] as const
    ).map(([what, perSecond]) => [what, number(perSecond), number(1e6 / perSecond / 60)]),
  ]),
  cost: table([
    head,
    line('nodes, worker, relay, the process for analysts', load => monthlyCost(load).own),
    line('three servers of the log', load => monthlyCost(load).log),
    line('Kafka, Redis', load => monthlyCost(load).rest),
    line('files after a year', load => monthlyCost(load).files),
    line('**all, $ a month**', load => monthlyCost(load).all),
    line(
      '$ a month for 1,000 active users',
      load => (monthlyCost(load).all / sizingNeeds(load).active) * 1000,
    ),
    line('$ a case, its files kept a year', load => monthlyCost(load).all / (load.casesADay * 30)),
  ]),
};

const page = new URL('./SIZING.md', import.meta.url);

/** Replaces the tables in the page's text by computed ones. */
export const updateSizingTables = (text: string): string =>
  Object.entries(sizingTables).reduce(
    (all, [name, made]) =>
      all.replace(
        new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`),
        (_, a, b) => `${a}${made}\n${b}`,
      ),
    text,
  );

export const readSizingPage = (): string => readFileSync(page, 'utf8');

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(page, updateSizingTables(readSizingPage()));
  else console.log(Object.values(sizingTables).join('\n\n'));
}
