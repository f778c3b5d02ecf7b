/**
 * k6: a working day of doctors, assistants and staff with open pages, one act per user every five seconds.
 * USERS=200, SECONDS=60, ANSWER='p(95)<=150' (the threshold). Users arrive during the first ARRIVE=10
 * seconds, which are not measured. Acts count if they are answered before the end, or at most PATIENCE=0
 * seconds later.
 */
import { Counter } from 'k6/metrics';
import { runNextAct } from './lib/acts.js';
import { countFailure, startTiming } from './lib/api.js';
import { openSocket } from './lib/socket.js';
import {
  allUsers,
  nodeUrlOf,
  nodeUrls,
  numberSetting,
  readActionExamples,
  signInDemo,
  sleep,
  usersOfVirtualUser,
} from './lib/users.js';

const users = numberSetting('USERS', 200);
const seconds = numberSetting('SECONDS', 60);
const arriveMs = numberSetting('ARRIVE', 10) * 1000;
const patienceMs = numberSetting('PATIENCE', 0) * 1000;
const everyMs = 5000;
/** Number of users that one virtual user simulates independently. */
const together = 20;
const places = Math.ceil(users / together);

const acts = new Counter('acts');
const told = new Counter('rows_told');

export const options = {
  scenarios: {
    day: {
      executor: 'per-vu-iterations',
      vus: places,
      iterations: 1,
      maxDuration: `${seconds + (arriveMs + patienceMs) / 1000 + 60}s`,
    },
  },
  setupTimeout: '2m',
  // Maximum connections of a virtual user; its users' pages keep theirs open.
  batch: 2 * together * nodeUrls.length,
  batchPerHost: 2 * together,
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)', 'max', 'count'],
  thresholds: {
    answer_ms: [__ENV.ANSWER || 'p(95)<=150'],
    errors: ['count==0'],
    overtaken: [`count<=${Math.ceil((users * seconds) / 5 / 100)}`],
    breaks: ['count==0'],
    // At least 90 % of the expected acts: a slow server delays users, so that they do less.
    acts: [`count>=${Math.floor(((users * seconds) / 5) * 0.9)}`],
  },
};

export const setup = () => ({ people: signInDemo(), examples: readActionExamples() });

/** Updates the user's rows from a push. */
function onRows(user, { rows }) {
  told.add(1);
  for (const { view, id, row } of rows)
    if (view === 'caseList' && user.rows.has(id)) {
      if (row) user.rows.set(id, row);
      else user.rows.delete(id);
    }
}

/** Sends a read mark when messages arrive. */
function onChat(user, { conversation, items }) {
  const seq = Math.max(...items.map(item => item.seq));
  user.socket.emit('chat:read', { conversation, got: seq, read: seq });
}

/** Acts are counted from the same moment as answers are timed. */
async function work(user, counted, until) {
  await sleep(Math.random() * arriveMs);
  user.socket = openSocket(user, { rows: m => onRows(user, m), chat: m => onChat(user, m) });
  while (Date.now() < until) {
    const from = Date.now();
    try {
      await runNextAct(user);
    } catch (error) {
      countFailure('act', error.message);
    }
    if (from >= counted && Date.now() < until + patienceMs) acts.add(1);
    const thinks = everyMs * (0.5 + Math.random()) - (Date.now() - from);
    await sleep(Math.max(0, Math.min(thinks, until - Date.now())));
  }
  user.socket.close();
}

export default async function day({ people, examples }) {
  const from = Date.now() + arriveMs;
  const until = from + seconds * 1000;
  startTiming(from);
  const mine = usersOfVirtualUser(allUsers(people), __VU - 1, places, users);
  await Promise.all(
    mine.map(one => work({ ...one, examples, url: nodeUrlOf(one.n), rows: new Map() }, from, until)),
  );
}
