/** Many pages in one virtual user: their lines are opened one after the other, and some of those who have them act. */
import { call, dataOf } from './api.js';
import { openLine } from './line.js';
import { everybody, nodeOf, pick, rest, setting, shareOf } from './people.js';

/** Resolves once it is so, or PATIENCE=0 seconds are over: for a machine with much else to do. */
export async function patiently(isSo) {
  const end = Date.now() + setting('PATIENCE', 0) * 1000;
  while (!isSo() && Date.now() < end) await rest(100);
}

/** @param on as `openLine` takes them, with the page before what was told */
function openPage(person, on) {
  const page = { ...person, url: nodeOf(person.n) };
  const handlers = Object.entries(on).map(([event, run]) => [event, told => run(page, told)]);
  page.line = openLine(page, Object.fromEntries(handlers));
  return page;
}

/**
 * Resolves once this virtual user's share of the pages is open, or was given time enough to be.
 * @param size `{ sockets, places, openingMs }`: pages of all virtual users, how many of those there are
 */
export async function openPages(demo, { sockets, places, openingMs }, on) {
  const mine = shareOf(everybody(demo), __VU - 1, places, sockets);
  const end = Date.now() + openingMs;
  const pages = [];
  for (const person of mine) {
    pages.push(openPage(person, on));
    const left = mine.length - pages.length;
    if (left > 0) await rest(Math.max(0, (end - openingMs / 5 - Date.now()) / left));
  }
  await rest(Math.max(0, end - Date.now()));
  await patiently(() => pages.every(({ line }) => line.isOpen()));
  return pages;
}

/** For so long, doctors among them say something of a case, so many times a second together. */
export async function holdPages(pages, { seconds, perSecond, acted }) {
  const doctors = pages.filter(({ position, active }) => position === 'Doctor' && active);
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    await rest((1000 / perSecond) * (0.5 + Math.random()));
    const doctor = pick(doctors);
    if (!doctor) continue;
    if (await remark(doctor)) acted();
  }
}

/** Submitted, and not given back as a draft. */
const isHandedIn = status => status >= 10 && status !== 20 && status !== 22;

/** Said of a case that was submitted: everybody who has it on a list is told. */
async function remark(doctor) {
  doctor.cases ??= dataOf(await call(doctor, 'GET', '/api/cases', { pattern: '/api/cases' }))?.items ?? [];
  const row = pick(doctor.cases.filter(({ status }) => isHandedIn(status)));
  if (!row) return false;
  const path = `/api/cases/${row.caseId}/actions/remark`;
  const done = await call(doctor, 'POST', path, {
    body: { text: '复诊请安排在周六' },
    pattern: '/api/cases/:id/actions/remark',
  });
  return done.status === 200;
}
