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
