/** Labels and packing lists as PDF: each tray's label, and no patient data. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt, playSteps } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import { readPdf, withoutSpaces } from '../../infra/testing/pdf.ts';
import {
  type PrintProduction,
  type ProductionJob,
  printProductionInThread,
} from '../pdf/production-thread.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { printInTestThread } from './testing/print-in-test-thread.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
/** A case with three trays in production. */
let making: string;
/** A case with a received batch, one tray of it reordered. */
let sent: string;
/** Printed PDFs, in order. */
const jobs: ProductionJob[] = [];

const parcel = { courier: 2, trackingNumber: 'EMS987654321' } as const;
beforeAll(async () => {
  const printProduction: PrintProduction = job => {
    jobs.push(job);
    return printInTestThread.printProduction(job);
  };
  bench = await openTestServer({ parts: { printProduction } });
  making = await createCaseWithPast(
    bench,
    playSteps(pastAt[Status.PrepareProduction], [
      vendor,
      'scheduleProduction',
      { upper: { from: 1, to: 2 }, lower: { from: 1, to: 1 } },
    ]),
  );
  const lost = { arch: 'lower', stage: 7, reason: 'lost' };
  sent = await createCaseWithPast(
    bench,
    playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'orderTray', lost],
      [vendor, 'shipTray', { tray: 1, ...parcel }],
    ),
  );
});
afterAll(() => bench.close());

type Lang = 'en' | 'zh-CN';
async function paper(as: TestPersonName, path: string, lang: Lang) {
  const answer = await bench.send('GET', `/api/cases/${path}`, { as, headers: { 'Accept-Language': lang } });
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/pdf']);
  const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  const name = answer.headers.get('content-disposition');
  return { ...pdf, name, said: withoutSpaces(pdf.text) };
}

/** The patient of the scripted pasts (events/testing), in any spelling. */
const patient = /张伟|zhang/i;

it('a label of each tray names arch, stage, case, plan and batch, in wearing order', async () => {
  const en = await paper('vendor', `${making}/batches/1/labels.pdf`, 'en');
  const of = `${making}Planv1sha-·planBatch1`;
  expect(en.said).toBe(['Upper1', 'Lower1', 'Upper2'].map(mark => mark + of).join(''));
  expect(en.name).toBe(`attachment; filename="${making}-B1-labels.pdf"`);
  expect(en.title).toBe(`Tray labels ${making} Batch 1`);
  const zh = await paper('vendor', `${making}/batches/1/labels.pdf`, 'zh-CN');
  expect(zh.said).toContain(`上颌2${making}方案v1sha-·plan第1批`);
  expect(en.text + zh.text).not.toMatch(patient);
});

it('a packing list names every tray of its batch, before and after it is sent, with a checkbox for each', async () => {
  const before = await paper('vendor', `${making}/batches/1/packing.pdf`, 'en');
  for (const words of [
    'Packinglist',
    'Upperaligners1–22trays',
    'Loweraligners11tray',
    '3traysinall',
    'Batch1',
  ])
    expect(before.said).toContain(words);
  expect(before.said).not.toContain('Trackingnumber');
  const after = await paper('doctor', `${sent}/batches/1/packing.pdf`, 'zh-CN');
  for (const words of ['装箱单', '上颌第1–10副10副', '下颌第1–10副10副', '共20副', '运单号EMS123456789'])
    expect(after.said).toContain(words);
  expect(before.text + after.text).not.toMatch(patient);
});

it('a reordered tray has its own label and packing list', async () => {
  const label = await paper('vendor', `${sent}/trays/1/labels.pdf`, 'zh-CN');
  expect(label.said).toBe(`下颌7${sent}方案v1sha-·plan补做单T1`);
  const list = await paper('vendor', `${sent}/trays/1/packing.pdf`, 'en');
  expect(list.said).toContain('Loweraligners71tray');
  expect(list.said).toContain('TrackingnumberEMS987654321');
});

it('a thread prints the same PDF, as in production', async () => {
  const { text } = await paper('vendor', `${sent}/trays/1/packing.pdf`, 'zh-CN');
  const [job] = jobs.slice(-1) as [ProductionJob];
  expect((await readPdf(await printProductionInThread(job))).text).toBe(text);
});

it('a batch of 44 takes two sheets of labels, and has a box for each tray on its list', async () => {
  const all = await createCaseWithPast(
    bench,
    playSteps(pastAt[Status.PrepareProduction], [vendor, 'scheduleProduction']),
  );
  const { pages, feet, said } = await paper('vendor', `${all}/batches/1/labels.pdf`, 'en');
  // The batch has 24 upper and 20 lower trays, and a sheet holds 24 labels.
  expect([pages, feet.length]).toEqual([2, 2]);
  expect(said.match(/Batch1/g)).toHaveLength(44);
  // Searches with the case id, because the case id after `Upper2` may begin with a 4.
  expect(said.indexOf(`Lower20${all}`)).toBeLessThan(said.indexOf(`Upper24${all}`));
  const list = await paper('vendor', `${all}/batches/1/packing.pdf`, 'en');
  const boxes = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join('');
  expect(list.said).toContain(`Upperaligners1–2424trays${boxes(24)}`);
  expect(list.said).toContain(`Loweraligners1–2020trays${boxes(20)}`);
});

it('a label request is refused like the case itself, and for a missing batch', async () => {
  const status = async (as: TestPersonName | undefined, path: string) =>
    (await bench.send('GET', `/api/cases/${path}`, as ? { as } : {})).status;
  for (const number of ['2', '0', '-1', '1e0', 'x', '99999'])
    expect([number, await status('vendor', `${making}/batches/${number}/labels.pdf`)]).toEqual([number, 404]);
  expect(await status('vendor', `${making}/trays/1/packing.pdf`)).toBe(404);
  for (const as of ['doctor2', 'other'] as const)
    expect(await status(as, `${making}/batches/1/labels.pdf`)).toBe(404);
  expect(await status(undefined, `${making}/batches/1/packing.pdf`)).toBe(401);
});
