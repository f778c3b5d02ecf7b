/** A test server with plans and their files, for tests of share links. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { pastAt } from '#events/testing/past.ts';
import { createTinyPlan, type GeneratedPlanFile } from '../../../infra/testing/generate/plan.ts';
import { createCase } from './case-steps.ts';
import { openTestServer, type TestPersonName } from './test-server.ts';

/** Texts that no link may reveal: the patient's name in the plan's notes, and metadata in its files. */
export const sharedPatientName = '张伟';
const secret = { note: 'Zhang Wei, born 1990-05-01', author: sharedPatientName };

export type ShareLink = {
  id: string;
  path: string | null;
  standing: string;
  expiresAt: string;
  mayRevoke: boolean;
};
type Listed = { items: (ShareLink & { opened: { times: number; last: string | null } })[]; makes: string[] };

export const shareKeyOf = ({ path }: ShareLink) => path?.split('/').at(-1) ?? '';

const fileOf = ({ name, mime, sha256, bytes }: GeneratedPlanFile) => ({
  id: `f-${sha256.slice(0, 8)}`,
  kind: 'plan',
  slot: null,
  sha256,
  size: bytes.length,
  mime,
  name,
});

export async function openShareTestServer() {
  const dir = mkdtempSync(join(tmpdir(), 'archline-shares-'));
  const bench = await openTestServer({ dataDir: dir });
  const files = await createTinyPlan({ upperStages: 8, lowerStages: 6, extras: secret });
  const blobs = () => {
    if (!bench.files) throw new Error('no folder');
    return bench.files.blobs;
  };

  /** Creates a case of this server's doctor whose plan waits for review, and stores the bundle's bytes. */
  async function planned(own: readonly GeneratedPlanFile[] = files): Promise<string> {
    const caseId = await createCase(bench);
    const { store, models } = bench.deps;
    const source = join(dir, 'source');
    for (const { sha256, bytes } of own) {
      writeFileSync(source, bytes);
      await blobs().keep({ orgId: 'main', sha256 }, source);
      rmSync(source);
    }
    const submitted = own.map(fileOf);
    // Appends the decider's events with this plan's files.
    const events = pastAt[Status.PlanAwaitingDoctor].slice(1).map(e => ({
      ...e,
      ...(e.type === 'PlanSubmitted'
        ? {
            data: { ...e.data, upperStages: 8, lowerStages: 6, files: submitted },
            personal: {
              name: `${sharedPatientName} 方案一`,
              names: {},
              instructions: `${sharedPatientName}：13 需要附件`,
            },
          }
        : {}),
      id: crypto.randomUUID(),
      subject: caseId,
    }));
    await store.append(caseStreamOf(caseId), 0n, events);
    await models.reached(await store.head(), 120_000);
    return caseId;
  }

  const make = (caseId: string, body: object = {}, as: TestPersonName = 'doctor') =>
    bench.post<ShareLink>(`/api/cases/${caseId}/shares`, { as, body: { for: 'patient', ...body } });
  const linked = async (caseId: string, body: object = {}) => shareKeyOf((await make(caseId, body)).data);
  const open = (key: string, rest = '') => bench.get(`/api/shares/${key}${rest}`);
  const bytesOf = async (key: string, part: string) => {
    const answer = await bench.send('GET', `/api/shares/${key}/files/${part}`);
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: new Uint8Array(await answer.arrayBuffer()),
    };
  };
  const list = async (caseId: string, as: TestPersonName = 'doctor') =>
    (await bench.get<Listed>(`/api/cases/${caseId}/shares`, { as })).data;
  const close = async () => {
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { bench, files, planned, make, linked, open, bytesOf, list, close };
}

export type ShareTestServer = Awaited<ReturnType<typeof openShareTestServer>>;
