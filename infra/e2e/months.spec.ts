/**
 * A treatment of several months from approval to the retainer: three batches, a replacement tray, wear, one
 * refinement, completion. Windows of doctor, manufacturer and other users show each step without a reload. At the
 * end the read models are rebuilt from the log and must be the same. The test controls the clock.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import { completeDraft, draftCase, takeAction, uploadFile } from '../actors/http.ts';
import { type Client, signIn as call } from '../testing/client.ts';
import { createPng } from '../testing/generate/image.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { createTranslator } from '../testing/translations.ts';
import {
  confirmAction,
  expectStatusShown,
  openActionDialog,
  openCase,
  scheduleBatch,
  shipBatch,
} from './acts.ts';
import { test as base, expect, openLivePage } from './fixtures.ts';

const cases = createTranslator('en', 'case');
const shop = createTranslator('en', 'shop');
const wear = createTranslator('en', 'wear');
const action = createTranslator('en', 'action');
const rx = createTranslator('en', 'rx');
const archive = createTranslator('en', 'archive');
const dayMs = 86_400_000;

type Months = {
  of: () => ServerProcess;
  ahead: () => number;
  later: (days: number) => Promise<void>;
  anew: () => Promise<void>;
};

/**
 * A server with a controllable clock, which can be restarted with only its log. It is the test's, not its worker's: Playwright
 * would run a file with a worker of its own last, and alone.
 */
const test = base.extend<{ months: Months }>({
  // biome-ignore lint/correctness/noEmptyPattern: playwright wants the pattern
  months: async ({}, use) => {
    let ahead = 0;
    let now = await startServer({ ahead });
    const later = async (days: number) => {
      ahead += days * dayMs;
      await now.advance(days * dayMs);
    };
    const anew = async () => {
      const { dataDir, url } = now;
      await now.stop({ keep: true });
      await rm(join(dataDir, 'rows'), { recursive: true });
      now = await startServer({ ahead, dataDir, port: Number(new URL(url).port) });
    };
    await use({ of: () => now, ahead: () => ahead, later, anew });
    await now.stop();
  },
  siteUrl: ({ months }, use) => use(months.of().url),
});

const people = ['doctor', 'supervisor', 'technician', 'expert', 'vendor'] as const;
/** Other users with access to the case, of the clinic and of the laboratory. They watch its first batch. */
const alsoConcerned = ['assistant', 'expert'];
type People = Record<(typeof people)[number], Client>;

async function signedIn(url: string): Promise<People> {
  const all = await Promise.all(people.map(async user => [user, await call(url, user)] as const));
  // Cast: the object has an entry for each name.
  return Object.fromEntries(all) as People;
}

const statusOf = async (client: Client, caseId: string) => {
  const { data } = await client.get<{ header?: { status: number } }>(`/api/cases/${caseId}`);
  return data?.header?.status;
};

/** Brings a complete draft to status 16, with a plan of these numbers of stages. */
async function approved(by: People, caseId: string, upperStages: number, lowerStages: number): Promise<void> {
  await takeAction(by.doctor, caseId, 'submitCase');
  await takeAction(by.supervisor, caseId, 'acceptCase');
  await expect.poll(() => statusOf(by.supervisor, caseId)).toBe(21);
  await takeAction(by.supervisor, caseId, 'allocateCase');
  const bundle = Buffer.from(JSON.stringify({ upperStages, lowerStages, name: 'Plan 1' }));
  const file = await uploadFile(by.technician, bundle, { caseId, kind: 'plan', filename: 'plan.json' });
  await takeAction(by.technician, caseId, 'submitPlan', {
    name: 'Plan 1',
    upperStages,
    lowerStages,
    files: [file],
  });
  await takeAction(by.expert, caseId, 'qualityAudit');
  await takeAction(by.doctor, caseId, 'confirmDoctor');
}

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const inDialog = (page: Page, name: string) =>
  dialogOf(page)
    .last()
    .getByRole('button', { name: cases(`action.${name}`), exact: true })
    .click();
const column = (page: Page, name: string, caseId: string) =>
  page.locator(`section[aria-labelledby="shop-${name}"] [data-card^="${caseId}"]`);

/** Steps of a batch, performed in the browser or over the API. */
type Ways = Record<'schedules' | 'ships' | 'receives', () => Promise<unknown>>;

/** Runs a batch from the board's first column to the clinic's receipt. The watching windows must follow. */
async function batch(looking: Page[], vendor: Page, caseId: string, how: Ways, end: 25 | 30): Promise<void> {
  const allSee = (status: number) => Promise.all(looking.map(page => expectStatusShown(page, status)));
  await expect(column(vendor, 'toProduce', caseId)).toBeVisible();
  await how.schedules();
  await expect(column(vendor, 'producing', caseId)).toBeVisible();
  await allSee(17);
  await how.ships();
  await expect(column(vendor, 'shipped', caseId)).toBeVisible();
  await allSee(23);
  await how.receives();
  await allSee(end);
  await expect(column(vendor, 'shipped', caseId)).toHaveCount(0);
}

const byApi = ({ doctor, vendor }: People, caseId: string, stages: object, trackingNumber: string): Ways => ({
  schedules: () => takeAction(vendor, caseId, 'scheduleProduction', stages),
  ships: () => takeAction(vendor, caseId, 'ship', { courier: 2, trackingNumber }),
  receives: () => takeAction(doctor, caseId, 'confirmReceipt'),
});

test('three batches and a replacement tray, worn for months, refined, completed with a retainer', async ({
  as,
  months,
  siteUrl: serverUrl,
}) => {
  let by = await signedIn(serverUrl);
  const caseId = await draftCase(by.doctor);
  await approved(by, caseId, 24, 20);
  const reloads = new Map<Page, number>();
  const watches = async (page: Page, path: string) => {
    await openLivePage(page, path);
    reloads.set(page, 0);
    page.on('load', () => reloads.set(page, (reloads.get(page) ?? 0) + 1));
  };
  const expectNoReload = () => {
    expect(Math.max(...reloads.values()), 'a watching window was loaded again').toBe(0);
    reloads.clear();
  };
  const enters = (user: string, at: string | null = null) =>
    as(user, { now: Date.now() + months.ahead(), at });
  const looks = async (user: string, path: string): Promise<Page> => {
    const page = await enters(user);
    await watches(page, path);
    return page;
  };
  /** Signs doctor and manufacturer in again, because sessions expire over the months. */
  const everybody = () =>
    Promise.all([looks('doctor', `/caseDetail?id=${caseId}`), looks('vendor', '/workbench')]);
  const monthsLater = async (days: number, pages: Page[]) => {
    expectNoReload();
    await Promise.all(pages.map(page => page.context().close()));
    await months.later(days);
    by = await signedIn(serverUrl);
    return everybody();
  };
  const worn = (page: Page) => page.locator('#wear');

  let [doctor, vendor] = await everybody();
  await test.step('the first batch is made, sent and received by hand, and the wear begins', async () => {
    const makers = await vendor.context().newPage();
    await openCase(makers, caseId);
    const byHand: Ways = {
      schedules: () => scheduleBatch(makers, caseId, { upper: 8, lower: 8 }),
      ships: () => shipBatch(makers, caseId, 'EMS100000001'),
      receives: () => confirmAction(doctor, caseId, 'confirmReceipt'),
    };
    const others = await Promise.all(alsoConcerned.map(user => looks(user, `/caseDetail?id=${caseId}`)));
    await batch([doctor, ...others], vendor, caseId, byHand, 25);
    const [assistant] = others;
    await worn(doctor)
      .getByRole('button', { name: wear('begin') })
      .click();
    await inDialog(doctor, 'recordWear');
    for (const page of [doctor, assistant ?? doctor])
      await expect(worn(page)).toContainText(wear('state.worn'));
    for (const page of others) await page.context().close();
  });

  [doctor, vendor] = await monthsLater(22, [doctor, vendor]);
  await test.step('three weeks later: the fourth aligner, a pause, a tray reordered and sent', async () => {
    const fourth = wear('stageOf', { stage: 4, total: 24 });
    await expect(worn(doctor).getByLabel(fourth).first()).toBeVisible();
    for (const [act, then] of [
      ['holdWear', 'held'],
      ['resumeWear', 'worn'],
    ] as const) {
      await worn(doctor)
        .getByRole('button', { name: cases(`action.${act}`) })
        .click();
      await inDialog(doctor, act);
      await expect(worn(doctor).getByText(wear(`state.${then}`), { exact: true })).toBeVisible();
    }

    const made = doctor.locator('#manufacturing');
    const third = `3 ${shop('arch.lower')}, ${shop('state.received')}`;
    await made.getByRole('radio', { name: third, exact: true }).check();
    await made.getByRole('button', { name: shop('again.this') }).click();
    await dialogOf(doctor)
      .getByRole('radio', { name: shop('reason.broken') })
      .check();
    await inDialog(doctor, 'orderTray');
    const card = `[data-card="${caseId}-T1"]`;
    await expect(vendor.locator(card)).toBeVisible();
    await vendor.locator(card).focus();
    await vendor.keyboard.press('Shift+ArrowRight');
    const parcel = vendor.getByRole('dialog');
    await parcel.getByRole('combobox').selectOption('2');
    await parcel.getByRole('textbox').fill('EMS123456789');
    await vendor.keyboard.press('Control+Enter');
    await expect(parcel).toBeHidden();
    await expect(doctor.locator('#manufacturing')).toContainText('EMS123456789');
    await made.getByRole('button', { name: `${cases('action.receiveTray')} T1` }).click();
    await inDialog(doctor, 'receiveTray');
    await expect(vendor.locator(card)).toHaveCount(0);
  });
  await test.step('the second batch', async () => {
    await confirmAction(doctor, caseId, 'nextBatch');
    const stages = { upper: { from: 9, to: 16 }, lower: { from: 9, to: 16 } };
    await batch([doctor], vendor, caseId, byApi(by, caseId, stages, 'EMS100000002'), 25);
  });

  [doctor, vendor] = await monthsLater(100, [doctor, vendor]);
  const childId =
    await test.step('months later all trays are worn: the last batch and a refinement', async () => {
      await expect(worn(doctor)).toContainText(/Waiting for aligners/);
      await confirmAction(doctor, caseId, 'nextBatch');
      await batch([doctor], vendor, caseId, byApi(by, caseId, {}, 'EMS100000003'), 30);
      await expect(worn(doctor)).not.toContainText(/Waiting for aligners/);
      const dialog = await openActionDialog(doctor, caseId, 'refine');
      await dialog.getByRole('textbox').fill('13 has not derotated.');
      await inDialog(doctor, 'refine');
      await expectStatusShown(doctor, 26);
      const { data } = await by.doctor.get<{ header: { childId: string } }>(`/api/cases/${caseId}`);
      return data.header.childId;
    });

  await test.step('the refinement is made, and completing it by hand completes both', async () => {
    await completeDraft(by.doctor, childId);
    await approved(by, childId, 4, 3);
    const { schedules: make, ships: send, receives: get } = byApi(by, childId, {}, 'EMS100000004');
    for (const next of [make, send, get]) await next();
    const child = await doctor.context().newPage();
    await openCase(child, childId);
    const dialog = await openActionDialog(child, childId, 'complete');
    await dialog.getByRole('radio', { name: rx('option.outcome.1') }).check();
    const picture = { name: 'after.png', mimeType: 'image/png', buffer: createPng(64, 48, 200) };
    const inputs = dialog.locator('input[type="file"]');
    await inputs.nth(0).setInputFiles(picture);
    await inputs.nth(1).setInputFiles({ ...picture, buffer: createPng(64, 48, 90) });
    await dialog
      .getByRole('group', { name: action('completedOn') })
      .getByRole('spinbutton')
      .first()
      .click();
    const today = new Date(Date.now() + months.ahead()).toISOString().slice(0, 10);
    await child.keyboard.type(today.replaceAll('-', ''));
    await dialog
      .getByRole('radiogroup', { name: action('orderRetainer') })
      .getByRole('radio', { name: archive('yes') })
      .click();
    await inDialog(child, 'complete');
    await expectStatusShown(doctor, 24);
    // retainer.spec.ts fills the form in.
    await child.waitForURL(new RegExp(`createRetainerWidget.*${childId}`));
  });
  expectNoReload();

  await test.step('its retainer proceeds to signed', async () => {
    const arches = { arch: 2, upper: { kind: 1 }, lower: { kind: 1 } };
    const ordered = { type: 3, ...arches, quantity: 1, address: '18 Riverside Road' };
    const steps: [Client, string, object][] = [
      [by.doctor, `cases/${childId}/retainers`, ordered],
      [by.vendor, `retainers/${childId}-R1/actions/produce`, {}],
      [by.vendor, `retainers/${childId}-R1/actions/deliver`, { courier: 2, trackingNumber: 'EMS1234567' }],
      [by.doctor, `retainers/${childId}-R1/actions/receive`, {}],
    ];
    for (const [who, path, body] of steps)
      expect((await who.post(`/api/${path}`, body)).text).toContain('"code":0');
    const { data } = await by.vendor.get<{ items: { id: string; status: number }[] }>('/api/retainers');
    expect(data.items.find(({ id }) => id === `${childId}-R1`)?.status).toBe(4);
  });

  await test.step('its read models rebuilt from the log are the same', async () => {
    const ofCases = [caseId, childId].flatMap(id => [`/api/cases/${id}`, `/api/cases/${id}/history`]);
    const { data: board } = await by.vendor.get<{ items: ProductionBoardItem[] }>('/api/shop');
    const forecasts = board.items.map(({ caseId: id }) => `/api/cases/${id}/forecast`);
    expect(forecasts).not.toEqual([]);
    const reads: readonly (readonly [Client, string])[] = [
      ...[...ofCases, '/api/patients', '/api/retainers'].map(path => [by.doctor, path] as const),
      ...['/api/workbench', '/api/retainers', '/api/shop', ...forecasts].map(
        path => [by.vendor, path] as const,
      ),
    ];
    const read = () =>
      Promise.all(
        reads.map(async ([who, path]) => {
          const { http, data } = await who.get(path);
          return { path, http, data };
        }),
      );
    const before = await read();
    expect(before.filter(({ http }) => http !== 200)).toEqual([]);
    await months.anew();
    expect(await read()).toEqual(before);
  });
});
