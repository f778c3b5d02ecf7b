/**
 * The push invariant over real HTTP and sockets: the server in one process, the pages of all users in this
 * one. The rows that a page read and then updated by pushes equal a new read, for every user and with the eye
 * hidden; and the server accepts every action that a row offers. Demo users act on demo cases at random.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Action } from '#events/case/rules.ts';
import { createRandom } from '#events/script/random.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { takeOfferedAction } from '../actors/http.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { demoUserNames, signInAllUsers } from './demo-users.ts';
import { pollUntil } from './polling.ts';
import { expectFreshRows, openUserPage, readCaseRows, reconnectPage, type UserPage } from './user-page.ts';

/** Seed of the random actions; `SEED=n` overrides it, and a failure names it. */
const seed = Number(process.env.SEED ?? 5);
const steps = 80;

let server: ServerProcess;
const pages: UserPage[] = [];

beforeAll(async () => {
  server = await startServer({ pages: false });
  const people = await signInAllUsers(server.url);
  for (const name of demoUserNames)
    for (const hidden of [false, true]) pages.push(await openUserPage(name, people[name], hidden));
});
afterAll(async () => {
  for (const page of pages) page.live.close();
  await server?.stop();
});

/** Probability of actions that end a case or repeat its state. They are chosen less often. */
const seldom: Partial<Record<Action, number>> = {
  edit: 0.2,
  deleteDraft: 0.02,
  archive: 0.05,
  unarchive: 0.2,
  deniedCase: 0.2,
  suspend: 0.3,
  requestInfo: 0.3,
};

const answered = [
  200,
  // The action is open, but its generated input does not fit this case, for example a file or a date.
  400, 422,
];

/** Waits until the row has a newer position: the log had advanced when the action was refused. */
const movedOn = (page: UserPage, { caseId, position }: CaseListItem, what: string) =>
  pollUntil(
    async () => (await readCaseRows(page.client)).find(row => row.caseId === caseId)?.position,
    now => now !== position,
    what,
  );

it(`pushed rows equal newly read rows (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const actors = pages.filter(page => !page.name.includes('hidden'));
  const done = new Map<Action, number>();
  let away: UserPage | undefined;
  for (let taken = 0; taken < steps; ) {
    const page = random.pick(actors.filter(each => each !== away));
    const rows = await readCaseRows(page.client);
    const offers = rows.flatMap(row =>
      row.actions.filter(action => random.chance(seldom[action] ?? 1)).map(action => ({ row, action })),
    );
    if (offers.length === 0) continue;
    const { row, action }: { row: CaseListItem; action: Action } = random.pick(offers);
    const answer = await takeOfferedAction({ client: page.client, row, random }, action);
    const when = `after step ${taken}, ${action} on ${row.caseId} at ${row.status} by ${page.name}`;
    // The system's own steps may come first. Then the row has changed since it was read, or soon will.
    if (answer.http === 409) await movedOn(page, row, `${when}: ${answer.text}`);
    else expect(answered, `${when}: ${answer.text}`).toContain(answer.http);
    if (answer.http !== 200) continue;
    taken += 1;
    done.set(action, (done.get(action) ?? 0) + 1);
    const looked = taken % 20 === 0 ? pages : [page, random.pick(pages)];
    for (const each of new Set(looked)) if (each !== away) await expectFreshRows(each, when);
    if (away && random.chance(0.2)) {
      await reconnectPage(away);
      away = undefined;
    } else if (!away && random.chance(0.1)) {
      away = random.pick(actors);
      away.live.close();
    }
  }
  if (away) await reconnectPage(away);
  for (const page of pages) await expectFreshRows(page, 'at the end');
  expect(done.size).toBeGreaterThan(15);
  expect(pages.flatMap(page => page.live.resets)).toEqual([]);
});

it('no case is pushed to a user who may not see it', () => {
  // Includes pages with the eye hidden: they never disconnect and have every push from the start.
  const idsOf = (name: string) =>
    new Set(
      pages
        .filter(page => page.name.split(',', 1)[0] === name)
        .flatMap(page => page.live.rows.flatMap(m => m.rows))
        .filter(change => change.row !== null && change.view === 'caseList')
        .map(change => (change.row as CaseListItem).owner.id),
    );
  expect([...idsOf('doctor')].filter(owner => owner !== 'p-doctor')).toEqual([]);
  expect([...idsOf('doctor2')].filter(owner => owner !== 'p-doctor2')).toEqual([]);
  expect([...idsOf('other')].filter(owner => owner !== 'p-other')).toEqual([]);
  expect(idsOf('supervisor').size).toBeGreaterThan(1);
});
