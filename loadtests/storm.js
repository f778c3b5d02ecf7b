/**
 * k6: reconnection of many pages. SOCKETS=5000 pages over all URLS open within OPEN=30 seconds. Within the
 * next SECONDS=90 another program (`npm run load`) restarts the last node; RETURNING is the expected number
 * of reconnecting pages. Pages that are not open or not back in time get PATIENCE=0 more seconds.
 */
import { Counter, Trend } from 'k6/metrics';
import { openPages, pollWithPatience } from './lib/pages.js';
import { nodeUrls, numberSetting, signInDemo, sleep } from './lib/users.js';

const sockets = numberSetting('SOCKETS', 5000);
const [opening, seconds, patience] = [
  numberSetting('OPEN', 30),
  numberSetting('SECONDS', 90),
  numberSetting('PATIENCE', 0),
];
const returning = numberSetting('RETURNING', Math.floor(sockets / nodeUrls.length));
/**
 * Number of virtual users. Teams have twenty members, so with nine each gets pages of every position at every
 * node.
 */
const places = 9;

/**
 * Time from the lost connection to the new one, and the part of it after the window that the node had set.
 */
const awayMs = new Trend('away_ms', true);
const lateMs = new Trend('late_ms', true);
const back = new Counter('back');
const held = new Counter('held');

export const options = {
  scenarios: {
    storm: {
      executor: 'per-vu-iterations',
      vus: places,
      iterations: 1,
      maxDuration: `${opening + seconds + 2 * patience + 60}s`,
    },
  },
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)', 'max', 'count'],
  thresholds: {
    back: [`count==${returning}`],
    held: [`count==${sockets}`],
    // A page whose time is at the end of the window may connect after it: tries are at most five seconds
    // apart.
    late_ms: [`max<=${numberSetting('LATE_MS', 5000)}`],
    errors: ['count==0'],
    breaks: ['count==0'],
  },
};

export const setup = signInDemo;

export default async function storm(demo) {
  const moved = new Map();
  const returned = new Set();
  const pages = await openPages(
    demo,
    { sockets, places, openingMs: opening * 1000 },
    {
      moved: (page, withinMs) => moved.set(page, { at: Date.now(), withinMs }),
      open: (page, again) => {
        const told = moved.get(page);
        if (!again || !told) return;
        const away = Date.now() - told.at;
        awayMs.add(away);
        lateMs.add(Math.max(0, away - told.withinMs));
        back.add(1);
        returned.add(page);
        moved.delete(page);
      },
    },
  );
  await sleep(seconds * 1000);
  const leaving = pages.filter(({ url }) => url === nodeUrls[nodeUrls.length - 1]);
  await pollWithPatience(
    () => leaving.every(page => returned.has(page)) && pages.every(({ socket }) => socket.isOpen()),
  );
  held.add(pages.filter(({ socket }) => socket.isOpen()).length);
  for (const { socket } of pages) socket.close();
}
