/** A bench with plans that have their files, for tests of links to them: what is asked, and what is answered. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Status } from '#events/case/status.ts';
import { caseStream } from '#events/case/stream.ts';
import { pastAt } from '#events/testing/past.ts';
import { type PlanFile, tinyPlan } from '../../../infra/testing/generate/plan.ts';
import { type Name, openBench } from './bench.ts';
import { newCase } from './walk.ts';

/** What no link may tell: the name that stands in the plan's own words, and what a program wrote into its files. */
export const patient = '张伟';
const secret = { note: 'Zhang Wei, born 1990-05-01', author: patient };

export type Link = {
  id: string;
  path: string | null;
  standing: string;
  expiresAt: string;
  mayRevoke: boolean;
};
type Listed = { items: (Link & { opened: { times: number; last: string | null } })[]; makes: string[] };

export const keyOf = ({ path }: Link) => path?.split('/').at(-1) ?? '';

const fileOf = ({ name, mime, sha256, bytes }: PlanFile) => ({
  id: `f-${sha256.slice(0, 8)}`,
  kind: 'plan',
  slot: null,
  sha256,
  size: bytes.length,
  mime,
  name,
});

export async function openShares() {
  const dir = mkdtempSync(join(tmpdir(), 'archline-shares-'));
  const bench = await openBench({ dataDir: dir });
  const files = await tinyPlan({ upperStages: 8, lowerStages: 6, extras: secret });
  const blobs = () => {
    if (!bench.files) throw new Error('no folder');
    return bench.files.blobs;
  };

  /** A case of this bench's doctor whose plan waits for review, with the bundle's bytes in the store. */
  async function planned(own: readonly PlanFile[] = files): Promise<string> {
    const caseId = await newCase(bench);
    const { store, models } = bench.deps;
    const source = join(dir, 'source');
    for (const { sha256, bytes } of own) {
      writeFileSync(source, bytes);
      await blobs().keep({ orgId: 'main', sha256 }, source);
      rmSync(source);
    }
    const submitted = own.map(fileOf);
    // Appends a past that the decider made, as perform does, with this plan's files in its place.
    const events = pastAt[Status.PlanAwaitingDoctor].slice(1).map(e => ({
      ...e,
      ...(e.type === 'PlanSubmitted'
        ? {
            data: { ...e.data, upperStages: 8, lowerStages: 6, files: submitted },
            personal: { name: `${patient} 方案一`, names: {}, instructions: `${patient}：13 需要附件` },
          }
        : {}),
      v: 1,
      id: crypto.randomUUID(),
      subject: caseId,
    }));
    await store.append(caseStream(caseId), 0n, events);
    await models.reached(await store.head(), 120_000);
    return caseId;
  }

  const make = (caseId: string, body: object = {}, as: Name = 'doctor') =>
    bench.post<Link>(`/api/cases/${caseId}/shares`, { as, body: { for: 'patient', ...body } });
  const linked = async (caseId: string, body: object = {}) => keyOf((await make(caseId, body)).data);
  const open = (key: string, rest = '') => bench.get(`/api/shares/${key}${rest}`);
  const bytesOf = async (key: string, part: string) => {
    const answer = await bench.send('GET', `/api/shares/${key}/files/${part}`);
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: new Uint8Array(await answer.arrayBuffer()),
    };
  };
  const list = async (caseId: string, as: Name = 'doctor') =>
    (await bench.get<Listed>(`/api/cases/${caseId}/shares`, { as })).data;
  const close = async () => {
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { bench, files, planned, make, linked, open, bytesOf, list, close };
}

export type Shares = Awaited<ReturnType<typeof openShares>>;
