/**
 * The invariant over real HTTP and sockets: the server in one process, everybody's pages in this one. What a page once
 * read and was told since comes to be what it reads, for every person and with the eye hidden; and what a row offers
 * its viewer, the server takes. The people of the demo act on the cases of the demo, as it falls.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Action } from '#events/case/rules.ts';
import { createRandom } from '#events/script/random.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { take } from '../actors/http.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { until } from './expect.ts';
import { agrees, freshOf, openPage, type Page, reconnect } from './page.ts';
import { demoUsers, everybody } from './people.ts';

/** `SEED=n` walks another way; what fails says which it was. */
const seed = Number(process.env.SEED ?? 5);
const steps = 120;

let server: TestServer;
const pages: Page[] = [];

beforeAll(async () => {
  server = await startServer({ pages: false });
  const people = await everybody(server.url);
  for (const name of demoUsers)
    for (const hidden of [false, true]) pages.push(await openPage(name, people[name], hidden));
});
afterAll(async () => {
  for (const page of pages) page.live.close();
  await server?.stop();
});

/** What would end a case, or only say again what is there, is taken less often. */
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
  // The action is open, but what was said with it is not what this case needs: a file, another date.
  400, 422,
];

/** The log had moved on when the action was refused; the rows, which follow it, come to say so. */
const movedOn = (page: Page, { caseId, position }: CaseListItem, what: string) =>
  until(
    async () => (await freshOf(page.client)).fresh.all.find(row => row.caseId === caseId)?.position,
    now => now !== position,
    what,
  );

it(`what was read and what was pushed comes to be what is read (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const actors = pages.filter(page => !page.name.includes('hidden'));
  const done = new Map<Action, number>();
  let away: Page | undefined;
  for (let taken = 0; taken < steps; ) {
    const page = random.pick(actors.filter(each => each !== away));
    const { fresh } = await freshOf(page.client);
    const offers = fresh.all.flatMap(row =>
      row.actions.filter(action => random.chance(seldom[action] ?? 1)).map(action => ({ row, action })),
    );
    if (offers.length === 0) continue;
    const { row, action }: { row: CaseListItem; action: Action } = random.pick(offers);
    const answer = await take({ client: page.client, row, random }, action);
    const when = `after step ${taken}, ${action} on ${row.caseId} at ${row.status} by ${page.name}`;
    // The server's own steps may come first: then the row has moved since it was read, or is about to.
    if (answer.http === 409) await movedOn(page, row, `${when}: ${answer.text}`);
    else expect(answered, `${when}: ${answer.text}`).toContain(answer.http);
    if (answer.http !== 200) continue;
    taken += 1;
    done.set(action, (done.get(action) ?? 0) + 1);
    const looked = taken % 20 === 0 ? pages : [page, random.pick(pages), random.pick(pages)];
    for (const each of new Set(looked)) if (each !== away) await agrees(each, when);
    if (away && random.chance(0.2)) {
      await reconnect(away);
      away = undefined;
    } else if (!away && random.chance(0.1)) {
      away = random.pick(actors);
      away.live.close();
    }
  }
  if (away) await reconnect(away);
  for (const page of pages) await agrees(page, 'at the end');
  expect(done.size).toBeGreaterThan(15);
  expect(pages.flatMap(page => page.live.resets)).toEqual([]);
});

it('told nobody of a case that is not theirs to see', () => {
  // Their pages with the eye hidden too: those are never away, and have all that was told from the start.
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
