/** Opens many pages in one virtual user, and lets some of their users act. */
import { answerData, callApi } from './api.js';
import { openSocket } from './socket.js';
import { allUsers, nodeUrlOf, numberSetting, pickRandom, sleep, usersOfVirtualUser } from './users.js';

/** Resolves when `isSo` returns true, or after PATIENCE=0 seconds, for busy machines. */
export async function pollWithPatience(isSo) {
  const end = Date.now() + numberSetting('PATIENCE', 0) * 1000;
  while (!isSo() && Date.now() < end) await sleep(100);
}

/** @param on handlers of `openSocket`, which also get the page as their first argument */
function openPage(person, on) {
  const page = { ...person, url: nodeUrlOf(person.n) };
  const handlers = Object.entries(on).map(([event, run]) => [event, told => run(page, told)]);
  page.socket = openSocket(page, Object.fromEntries(handlers));
  return page;
}

/**
 * Opens this virtual user's share of the pages. Resolves when they are open, or after the opening time.
 * @param size `{ sockets, places, openingMs }`: pages of all virtual users, number of virtual users, opening
 * time
 */
export async function openPages(demo, { sockets, places, openingMs }, on) {
  const mine = usersOfVirtualUser(allUsers(demo), __VU - 1, places, sockets);
  const end = Date.now() + openingMs;
  const pages = [];
  for (const person of mine) {
    pages.push(openPage(person, on));
    const left = mine.length - pages.length;
    if (left > 0) await sleep(Math.max(0, (end - openingMs / 5 - Date.now()) / left));
  }
  await sleep(Math.max(0, end - Date.now()));
  await pollWithPatience(() => pages.every(({ socket }) => socket.isOpen()));
  return pages;
}

/** For `seconds`, lets doctors add remarks to cases, `perSecond` times a second in total. */
export async function addRemarksFromPages(pages, { seconds, perSecond, acted }) {
  const doctors = pages.filter(({ position, active }) => position === 'Doctor' && active);
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    await sleep((1000 / perSecond) * (0.5 + Math.random()));
    const doctor = pickRandom(doctors);
    if (!doctor) continue;
    if (await remark(doctor)) acted();
  }
}

/** Whether a case is submitted and not returned as a draft. */
const isSubmitted = status => status >= 10 && status !== 20 && status !== 22;

/** Adds a remark to a submitted case, which is pushed to everybody with the case on a list. */
async function remark(doctor) {
  doctor.cases ??=
    answerData(await callApi(doctor, 'GET', '/api/cases', { pattern: '/api/cases' }))?.items ?? [];
  const row = pickRandom(doctor.cases.filter(({ status }) => isSubmitted(status)));
  if (!row) return false;
  const path = `/api/cases/${row.caseId}/actions/remark`;
  const done = await callApi(doctor, 'POST', path, {
    body: { text: '复诊请安排在周六' },
    pattern: '/api/cases/:id/actions/remark',
  });
  return done.status === 200;
}
