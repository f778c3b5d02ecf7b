/** The world of the rights matrix: a clinic, the laboratory that serves it and an unrelated organisation, all staffed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '#events/errors.ts';
import { type Position, positions } from '#events/person/position.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from '../test-server.ts';
import type { MatrixViewer, OrganisationRelation } from './expectation.ts';
import { addColleagueTargets, addTargets } from './targets.ts';

/** The test server has `main`, which serves the clinic, and `other`, which serves itself. */
const orgIds: Record<OrganisationRelation, string> = { own: 'clinic', serving: 'main', foreign: 'other' };

export type SignedViewer = MatrixViewer & { token: string };

type Account = { id: string; position: Position; of: OrganisationRelation; serves?: string[] };

const order = () => ({ by: 'system', commandId: crypto.randomUUID() });

/** Adds a person, whose login is the id, and signs them in. */
async function signedIn(bench: TestServer, { id, position, of, serves }: Account): Promise<string> {
  const personal = { userName: id, password: TEST_PASSWORD, name: '李明', phone: null };
  await bench.deps.accounts.add(order(), { ...personal, personId: id, position, orgId: orgIds[of], serves });
  const body = { userName: id, password: TEST_PASSWORD };
  return (await bench.post<{ token: string }>('/api/login', { body })).data.token;
}

async function addViewers(bench: TestServer): Promise<SignedViewer[]> {
  const owner = { position: 'Doctor', of: 'own', part: 'owner' } as const;
  const helper = { position: 'Assistant', of: 'own', part: 'helper' } as const;
  const assignee = { position: 'Technician', of: 'serving', part: 'assignee' } as const;
  const viewers: SignedViewer[] = [
    { ...owner, name: 'owner', token: await signedIn(bench, { ...owner, id: 'owner' }) },
    {
      ...helper,
      name: 'helper',
      token: await signedIn(bench, { ...helper, id: 'helper', serves: ['owner'] }),
    },
    // The technician of the scripted pasts.
    { ...assignee, name: 'assignee', token: await bench.tokenOf('technician') },
  ];
  for (const organisation of ['own', 'serving', 'foreign'] as const)
    for (const position of positions) {
      const id = `${organisation}-${position}`;
      const serves = position === 'Assistant' ? [`${organisation}-Doctor`] : [];
      const token = await signedIn(bench, { id, position, of: organisation, serves });
      viewers.push({ name: `${position}, ${organisation}`, of: organisation, position, token });
    }
  return viewers;
}

/** Prints nothing, because drawing takes most of the time and the pages do not decide who gets a PDF. */
const blank = async () => new Uint8Array();
const emptyPrints = { print: blank, printReport: blank, printProduction: blank };

/**
 * Opens the server with its viewers and targets. `seal` makes the log refuse every append from then on, so that a
 * command that gets through changes nothing.
 */
export async function openRightsServer() {
  let isSealed = false;
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-rights-'));
  const bench = await openTestServer({
    dataDir,
    parts: emptyPrints,
    wrap: store => ({
      ...store,
      append: (stream, expected, events) => {
        if (isSealed) throw new Refusal('logDown');
        return store.append(stream, expected, events);
      },
    }),
  });
  const clinic = { orgId: orgIds.own, name: 'clinic', servedBy: orgIds.serving, zone: 'Asia/Shanghai' };
  await bench.deps.accounts.addOrganisation(order(), clinic);
  const viewers = await addViewers(bench);
  const tokenOf = (name: string) => viewers.find(v => v.name === name)?.token ?? '';
  const targets = await addTargets(bench, tokenOf);
  const colleagues = await addColleagueTargets(bench, tokenOf);
  return {
    ...{ bench, viewers, targets, colleagues },
    seal: () => {
      isSealed = true;
    },
    close: async () => {
      await bench.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
