/**
 * A crowd that comes back: SOCKETS=5000 pages over all URLS, opened in OPEN=30 seconds. Within the next SECONDS=90 the
 * last node is restarted by somebody else (`npm run load` does); RETURNING says how many pages are to come back.
 * PATIENCE=0 more seconds are given to those that are not open, or not back, when their time is over.
 */
import { Counter, Trend } from 'k6/metrics';
import { openPages, patiently } from './lib/pages.js';
import { rest, setting, signInDemo, urls } from './lib/people.js';

const sockets = setting('SOCKETS', 5000);
const [opening, seconds, patience] = [setting('OPEN', 30), setting('SECONDS', 90), setting('PATIENCE', 0)];
const returning = setting('RETURNING', Math.floor(sockets / urls.length));
/** Virtual users. Teams are of twenty: with nine, each holds pages of every kind, at every node. */
const places = 9;

/** From the moment that the line was lost, and of that what lay behind the window that the node had given. */
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
    // A page whose time falls into the last seconds of the window connects after it: five seconds at most between tries.
    late_ms: [`max<=${setting('LATE_MS', 5000)}`],
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
  await rest(seconds * 1000);
  const leaving = pages.filter(({ url }) => url === urls[urls.length - 1]);
  await patiently(
    () => leaving.every(page => returned.has(page)) && pages.every(({ line }) => line.isOpen()),
  );
  held.add(pages.filter(({ line }) => line.isOpen()).length);
  for (const { line } of pages) line.close();
}
