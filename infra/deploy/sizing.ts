/**
 * `npx node infra/deploy/sizing.ts` prints the tables of SIZING.md, `-- --write` writes them. They compute
 * the needs of a load from the figures below: change a figure if your prices or measurements differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { sizingFigures } from './sizing-figures.ts';

/** Value of a figure of sizing-figures.ts. */
const sizingFigure = (name: keyof typeof sizingFigures): number => sizingFigures[name][0];

export type SizingLoad = { name: string; casesADay: number };

/** Returns the cases per day that a number of active users causes, computed from the appends of their busiest hour. */
const casesOf = (active: number) => {
  const acts = (active / sizingFigure('secondsPerAct')) * 3600;
  const appends = acts / (1 + sizingFigure('readsPerAppend')) / sizingFigure('peakShare');
  return (appends * sizingFigure('eventsPerAppend')) / sizingFigure('eventsPerCase');
};

export const sizingLoads: readonly SizingLoad[] = [
  { name: '200 active users', casesADay: casesOf(200) },
  { name: '1,000 active users', casesADay: casesOf(1_000) },
  { name: '10,000 cases a day', casesADay: 10_000 },
  { name: '100,000 cases a day', casesADay: 100_000 },
];

/** Events per second of a program that appends a log in order: each append waits for the previous one. */
const importPerSecond = sizingFigure('appendsAlone') * sizingFigure('eventsPerAppend');

const HOURS = 730;
const YEAR = 365;

/** Needs of a load in the busiest hour and after a year. */
export function computeRequiredCapacity({ casesADay }: SizingLoad) {
  const eventsADay = casesADay * sizingFigure('eventsPerCase');
  const peakEvents = (eventsADay * sizingFigure('peakShare')) / 3600;
  const appends = peakEvents / sizingFigure('eventsPerAppend');
  const requests = appends * (1 + sizingFigure('readsPerAppend'));
  const active = requests * sizingFigure('secondsPerAct');
  // One node more than necessary, so that one may fail.
  const byCore = requests / (sizingFigure('requestsPerCore') * sizingFigure('busy'));
  const nodes = Math.max(2, Math.ceil(byCore), Math.ceil(active / sizingFigure('socketsPerNode')) + 1);
  const eventsAYear = eventsADay * YEAR;
  const rowsGb = (casesADay * YEAR * sizingFigure('rowsPerCase')) / 1e9;
  const logGb = (eventsAYear * sizingFigure('storedPerEvent')) / 1e9;
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
    foldShare: peakEvents / sizingFigure('foldPerSecond'),
    relayShare: peakEvents / sizingFigure('relayPerSecond'),
    rebuildHours: eventsAYear / sizingFigure('foldPerSecond') / 3600,
    appendShare: appends / sizingFigure('appendsTogether'),
    tablesGb: (eventsAYear * sizingFigure('tableBytesPerEvent')) / 1e9,
    tablesShare: peakEvents / sizingFigure('tablesPerSecond'),
    tablesHours: eventsAYear / sizingFigure('tablesPerSecond') / 3600,
    readHours: eventsAYear / sizingFigure('readPerSecond') / 3600,
    importHours: eventsAYear / importPerSecond / 3600,
    filesTb: (casesADay * YEAR * sizingFigure('filesPerCase')) / 1000,
    kafkaGb: (eventsADay * sizingFigure('bytesPerEvent') * 7 * 3) / 1e9,
    socketsMb: (active / nodes) * (sizingFigure('socketKb') / 1024),
  };
}

/** Maximum size of one installation. SIZING.md says which part reaches its limit. */
const largestInstallation = { nodes: 12, rowsGb: 200, rebuildHours: 12 };

export const countPartitions = (load: SizingLoad): number => {
  const { nodes, rowsGb, rebuildHours } = computeRequiredCapacity(load);
  const ratios = [
    nodes / largestInstallation.nodes,
    rowsGb / largestInstallation.rowsGb,
    rebuildHours / largestInstallation.rebuildHours,
  ];
  return Math.max(1, Math.ceil(Math.max(...ratios)));
};

/** Dollars per month after a year, with one installation per partition. */
export function computeMonthlyCostsOfLoad(load: SizingLoad) {
  const of1 = { ...load, casesADay: load.casesADay / countPartitions(load) };
  const all = countPartitions(load);
  const { nodes, rowsGb, tablesGb, logGb, kafkaGb, filesTb } = computeRequiredCapacity(of1);
  const machine = (cores: number, gb: number) =>
    (cores * sizingFigure('vcpuHour') + gb * sizingFigure('memoryHour')) * HOURS;
  const disk = (gb: number) => Math.max(20, gb) * sizingFigure('diskMonth');
  const analysis = machine(2, 4) + disk(rowsGb + tablesGb);
  const own = all * ((nodes + 2) * (machine(1.5, 2) + disk(rowsGb)) + analysis);
  const log = all * 3 * (machine(2, 8) + disk(logGb));
  const rest = all * (3 * (machine(1, 4) + disk(kafkaGb / 3)) + machine(1, 1));
  const files = filesTb * all * 1000 * sizingFigure('objectMonth');
  return { own, log, rest, files, all: own + log + rest + files };
}

const roundedNumber = (value: number) =>
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
  ...sizingLoads.map(load => roundedNumber(value(load))),
];

const head = ['', ...sizingLoads.map(({ name }) => name)];

export const sizingTableTexts: Record<string, string> = {
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
    line('active users in the busiest hour', load => computeRequiredCapacity(load).active),
    line('events a day', load => computeRequiredCapacity(load).eventsADay),
    line('events/s, busiest hour', load => computeRequiredCapacity(load).peakEvents),
    line('appends/s', load => computeRequiredCapacity(load).appends),
    line('requests/s', load => computeRequiredCapacity(load).requests),
    line('nodes', load => computeRequiredCapacity(load).nodes),
    line('MB of sockets on each', load => computeRequiredCapacity(load).socketsMb),
    line(
      'of a core on each node, to fold everybody’s events',
      load => computeRequiredCapacity(load).foldShare,
    ),
    line('of what the log’s leader can append', load => computeRequiredCapacity(load).appendShare),
    line('of what the relay can', load => computeRequiredCapacity(load).relayShare),
    line('of a core, to keep the analysts’ tables', load => computeRequiredCapacity(load).tablesShare),
    line('GB of log a year, on each of three', load => computeRequiredCapacity(load).logGb),
    line('GB of rows a year, on each node', load => computeRequiredCapacity(load).rowsGb),
    line('hours to rebuild a year’s rows', load => computeRequiredCapacity(load).rebuildHours),
    line(
      'hours to read a year’s log once (`backup`, `relay-from 0`)',
      load => computeRequiredCapacity(load).readHours,
    ),
    line(
      'hours to append a year’s log (`copy-log`, `restore`)',
      load => computeRequiredCapacity(load).importHours,
    ),
    line('GB of analysts’ tables a year', load => computeRequiredCapacity(load).tablesGb),
    line('hours to build a year’s tables', load => computeRequiredCapacity(load).tablesHours),
    line('TB of files a year', load => computeRequiredCapacity(load).filesTb),
    line('GB in Kafka (a week, three copies)', load => computeRequiredCapacity(load).kafkaGb),
    line('**partitions**', countPartitions),
  ]),
  log: table([
    ['the log’s server', 'events/s', 'minutes for a million events'],
    ...(
      [
        ['appended by one caller that waits for each append', importPerSecond],
        [
          'appended by 32 callers and more',
          sizingFigure('appendsTogether') * sizingFigure('eventsPerAppend'),
        ],
        ['folded by a fresh node', sizingFigure('foldPerSecond')],
        ['read and nothing else', sizingFigure('readPerSecond')],
      ] as const
    ).map(([what, perSecond]) => [what, roundedNumber(perSecond), roundedNumber(1e6 / perSecond / 60)]),
  ]),
  cost: table([
    head,
    line('nodes, worker, relay, the process for analysts', load => computeMonthlyCostsOfLoad(load).own),
    line('three servers of the log', load => computeMonthlyCostsOfLoad(load).log),
    line('Kafka, Redis', load => computeMonthlyCostsOfLoad(load).rest),
    line('files after a year', load => computeMonthlyCostsOfLoad(load).files),
    line('**all, $ a month**', load => computeMonthlyCostsOfLoad(load).all),
    line(
      '$ a month for 1,000 active users',
      load => (computeMonthlyCostsOfLoad(load).all / computeRequiredCapacity(load).active) * 1000,
    ),
    line(
      '$ a case, its files kept a year',
      load => computeMonthlyCostsOfLoad(load).all / (load.casesADay * 30),
    ),
  ]),
};

const page = new URL('./SIZING.md', import.meta.url);

/** Replaces the tables in the page's text by computed ones. */
export const updateSizingTables = (text: string): string =>
  Object.entries(sizingTableTexts).reduce(
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
  else console.log(Object.values(sizingTableTexts).join('\n\n'));
}
