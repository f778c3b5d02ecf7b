/**
 * k6: pages held open while rows are pushed to them. SOCKETS=5000 pages over all URLS open within OPEN=30
 * seconds and stay for SECONDS=60, while doctors among them act PER_SECOND=20 times a second. Pages that are
 * not open get PATIENCE=0 more seconds. Each page needs a file descriptor on both sides: `ulimit -n 12000`.
 */
import { Counter, Trend } from 'k6/metrics';
import { countFailure } from './lib/api.js';
import { addRemarksFromPages, openPages } from './lib/pages.js';
import { numberSetting, signInDemo } from './lib/users.js';

const sockets = numberSetting('SOCKETS', 5000);
const [opening, seconds] = [numberSetting('OPEN', 30), numberSetting('SECONDS', 60)];
/**
 * Number of virtual users. Teams have twenty members, so with nine each gets pages of every position at every
 * node.
 */
const places = 9;

const pushMs = new Trend('push_ms', true);
const open = new Counter('held');
/** Rows pushed to pages while they are held. */
const told = new Counter('told');
const commands = new Counter('commands');

export const options = {
  scenarios: {
    sockets: {
      executor: 'per-vu-iterations',
      vus: places,
      iterations: 1,
      maxDuration: `${opening + seconds + numberSetting('PATIENCE', 0) + 60}s`,
    },
  },
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)', 'max', 'count'],
  thresholds: {
    held: [`count==${sockets}`],
    push_ms: [`p(95)<=${numberSetting('PUSH_MS', 250)}`],
    told: ['count>0'],
    errors: ['count==0'],
    breaks: ['count==0'],
  },
};

export const setup = signInDemo;

export default async function holding(demo) {
  const size = { sockets, places, openingMs: opening * 1000 };
  let timed = false;
  const onRows = (_page, { rows }) => {
    if (!timed) return;
    for (const { row } of rows) {
      if (!row?.updatedAt) continue;
      told.add(1);
      pushMs.add(Date.now() - Date.parse(row.updatedAt));
    }
  };
  const pages = await openPages(demo, size, { rows: onRows });
  timed = true;
  try {
    await addRemarksFromPages(pages, {
      seconds,
      perSecond: numberSetting('PER_SECOND', 20) / places,
      acted: () => commands.add(1),
    });
  } catch (error) {
    countFailure('sockets', error.message);
  }
  open.add(pages.filter(({ socket }) => socket.isOpen()).length);
  for (const { socket } of pages) socket.close();
}
