/**
 * Review of a plan with its teeth: the technician builds it from stage files, the expert pins a comment to a
 * tooth and adds a change request; the next version is measured against the request; expert and technician
 * review it live, and it goes into production.
 */

import type { Page } from '@playwright/test';
import { Status } from '#events/case/status.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { movementOf } from '#events/plan/movement.ts';
import { planWith } from '#events/testing/plans.ts';
import { positionFromMidline, TEETH } from '#events/tooth/fdi.ts';
import { generatePlan, revisedPlanOf } from '#workers/teeth/plan.ts';
import { takeAction } from '../actors/http.ts';
import { type Client, signIn as call } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { createCaseInDesign, submitPlanVersion } from './case-setup.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { expectTeethVisible, serveCoarseShapes } from './picture-pixels.ts';
import { buildPlanFromFiles, createStageFiles, makePlanOnPage } from './stage-files.ts';

const review = createTranslator('en', 'review');
const zh = createTranslator('zh-CN', 'review');
const viewer = createTranslator('en', 'viewer');
const viewerZh = createTranslator('zh-CN', 'viewer');

// Whole arches, because teeth that the order does not mention also exist.
const mouth = Object.fromEntries(
  TEETH.filter(tooth => positionFromMidline(tooth) < 8).map(tooth => [tooth, {}]),
);
const first = planWith({ teeth: { ...mouth, 12: { rotation: 10 } } });
const second = planWith({
  teeth: { ...mouth, 12: { rotation: 23.6 } },
  ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
});

/** Newest version of the plan on the server. */
async function newest(technician: Client, caseId: string): Promise<PlanBundle> {
  type Plans = { plans: { files: { id: string; name: string }[] }[] };
  const { data } = await technician.get<Plans>(`/api/cases/${caseId}`);
  const file = data.plans.at(-1)?.files.find(({ name }) => name === 'plan.json');
  return JSON.parse((await technician.get(`/api/files/${file?.id}`)).text);
}

/** Last stage that a user rested on in the live review of the second version, according to the record. */
async function lastShown(technician: Client, caseId: string, by: string): Promise<number | undefined> {
  const path = (from = '') => `/api/cases/${caseId}/reviews${from}?list=plans&version=2`;
  const { data } = await technician.get<{ items: { from: string }[] }>(path());
  const [item] = data.items;
  if (!item) return undefined;
  type Moves = { moves: { by: string; stage: number }[] };
  const session = await technician.get<Moves>(path(`/${encodeURIComponent(item.from)}`));
  return session.data.moves.findLast(move => move.by === by)?.stage;
}

const turnedOf = ({ teeth, upperStages }: PlanBundle): number => {
  const tooth = teeth.find(({ fdi }) => fdi === 13);
  return tooth ? movementOf(tooth, 0, upperStages).rotation : Number.NaN;
};

const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
const hasNoFaults = async (page: Page) =>
  expect(await findAxeViolations(page, { bestPractice: true })).toEqual([]);

/**
 * Approves a plan. Acknowledges measured collisions first, because coarse shapes may collide at a few
 * contacts.
 */
async function approve(page: Page): Promise<void> {
  const red = panel(page, review('red.title'));
  const point = panel(page, review('checklist')).getByRole('listitem');
  const contacts = point.filter({ hasText: review('point.contacts') });
  await expect(contacts).toContainText(new RegExp(`${review('contacts.clear')}|\\d mm`));
  for (const box of await red.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Approve v2/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve v2/ })
    .click();
  await page.waitForURL(/caseDetail/);
}

/**
 * Position of a tooth's crown on the page in front view: 12 mm from the number to the middle, 64.9 mm from
 * top to bottom.
 */
async function crownOf(page: Page, tooth: number) {
  const canvas = await page.locator('canvas').boundingBox();
  const number = await page
    .getByRole('region', { name: viewer('viewer') })
    .getByText(String(tooth), { exact: true })
    .first()
    .boundingBox();
  if (!canvas || !number) throw new Error(`tooth ${tooth} has no number in the picture`);
  return { x: number.x + number.width / 2, y: number.y + number.height / 2 + (canvas.height * 12) / 64.9 };
}
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });

test('a pinned comment and a change request; the next version is measured against it, reviewed together, and produced', async ({
  as,
  serverUrl,
}) => {
  // Within the prescription, so that nothing has to be acknowledged.
  const made = generatePlan(5, { look: 'crowding', upperStages: 4, lowerStages: 3, step: 0.2 });
  const { caseId, technician } = await createCaseInDesign(serverUrl);
  const watching = await as('technician', { lang: 'zh-CN', theme: 'dark', at: null });
  await test.step('the technician builds the first version from stage files', () =>
    makePlanOnPage(watching, caseId, made));
  const bundle = await newest(technician, caseId);
  expect(bundle).toMatchObject({
    ipr: [{ contact: '17-16', mm: 0.2, before: 1 }],
    attachments: [{ tooth: 17 }],
  });
  // The files of the second version, as the page would build them: tooth 13 is rotated further.
  const { bundle: next, files } = await buildPlanFromFiles(createStageFiles(revisedPlanOf(made)));
  const [one, two] = [{ turned: turnedOf(bundle) }, { turned: turnedOf(next) }];
  const expert = await as('expert', { at: null });
  for (const page of [expert, watching]) {
    await page.setViewportSize({ width: 1300, height: 700 });
    await serveCoarseShapes(page, technician, caseId);
  }
  await openLivePage(expert, `/schemeApproveWidget?id=${caseId}`);
  await openLivePage(watching, `/schemeApproveWidget?id=${caseId}`);
  const comments = panel(expert, review('comments.title'));
  const requests = panel(expert, review('requests.title'));
  await expectTeethVisible(expert);

  await test.step('key C and a press pin a comment to a tooth, and it arrives at the technician', async () => {
    await expect(comments.getByText(review('comments.none'))).toBeVisible();
    await expert.keyboard.press('c');
    await comments.getByLabel(review('comments.text')).fill('Seat 11 fully before 13 derotates.');
    const { x, y } = await crownOf(expert, 11);
    await expert.mouse.click(x, y);
    await expect(comments.getByText(review('comments.pinned', { tooth: 11 }))).toBeVisible();
    await comments.getByLabel(review('comments.text')).press('Control+Enter');
    await comments.getByLabel(review('comments.text')).waitFor({ state: 'detached' });
    await expect(expert.getByRole('button', { name: viewer('pin', { number: 1, tooth: 11 }) })).toBeVisible();
    const there = panel(watching, zh('comments.title'));
    await there.getByRole('button', { name: 'Seat 11 fully' }).click();
    await there.getByRole('textbox').fill('好的，第 3 步粘附件。');
    await there.getByRole('button', { name: zh('comments.sendReply'), exact: true }).click();
    await expect(comments.getByText('1 reply')).toBeVisible();
  });

  const asked = (one.turned + 3).toFixed(1);
  const way = Number(asked) < 0 ? 'distal' : 'mesial';
  await test.step('a change request without a change is refused at its field; a valid one is shown again', async () => {
    await requests.getByRole('button', { name: review('requests.add') }).click();
    await requests.getByLabel(review('form.tooth')).fill('19');
    await requests.getByLabel(review('form.direction')).selectOption(`rotate-${way}`);
    await requests.getByLabel(review('form.amount')).fill(asked.replace('-', ''));
    await requests.getByRole('button', { name: review('form.send') }).click();
    await expect(requests.getByText(createTranslator('en', 'error')('issue.tooth-unknown'))).toBeVisible();
    await requests.getByLabel(review('form.tooth')).fill('13');
    const read = `13: rotate ${Math.abs(Number(asked))}° to ${way} in all`;
    await expect(requests.getByText(`Reads: ${read}`)).toBeVisible();
    await hasNoFaults(expert);
    await requests.getByRole('button', { name: review('form.send') }).click();
    await expect(requests.getByText(review('verdict.waiting'))).toBeVisible();
    await expect(panel(watching, zh('requests.todo')).getByText(/^13 .*扭转/)).toBeVisible();
  });

  await test.step('the expert refuses with the ticked points', async () => {
    await expert.getByRole('checkbox', { name: review('point.midline') }).check();
    await expert.getByRole('button', { name: review('refuse'), exact: true }).click();
    const dialog = expert.getByRole('dialog');
    await dialog.getByLabel(review('note')).fill('See comment 1 and request 1.');
    await dialog.getByRole('button', { name: /^Refuse v1/ }).click();
    await expert.waitForURL(/caseDetail/);
  });

  await submitPlanVersion(technician, caseId, next, 'Plan 2', files);
  for (const page of [expert, watching]) await serveCoarseShapes(page, technician, caseId);
  await openLivePage(expert, `/schemeApproveWidget?id=${caseId}`);
  await test.step('the second version satisfies the request, and its changes are listed with numbers', async () => {
    await expect(requests.getByText(review('verdict.met'), { exact: true })).toBeVisible();
    const measured = `v2 measured: rotate ${Math.abs(Number(two.turned.toFixed(1)))}° to ${way}`;
    await expect(requests.getByText(measured)).toBeVisible();
    const difference = panel(expert, review('difference.title'));
    await expect(difference.getByText('v1 → v2')).toBeVisible();
    const turned = `+${Number((two.turned - one.turned).toFixed(1))}°`;
    await expect(difference.getByRole('row', { name: '13' }).getByText(turned)).toBeVisible();
    const record = panel(expert, review('record.title'));
    await expect(record.getByText(review('record.expertRefused'))).toBeVisible();
    await expect(record.getByText('1 of 9 points checked', { exact: false })).toBeVisible();
  });
  await test.step('a thread is opened, resolved and hidden', async () => {
    await comments.getByRole('button', { name: 'Seat 11 fully' }).click();
    await expect(comments.getByText('好的，第 3 步粘附件。')).toBeVisible();
    await comments.getByRole('button', { name: review('comments.resolve'), exact: true }).click();
    await expect(comments.getByText('Resolved by')).toBeVisible();
    await hasNoFaults(expert);
  });
  await openLivePage(watching, `/eSetThreeDView?id=${caseId}`);
  await Promise.all([expectTeethVisible(expert), expectTeethVisible(watching)]);
  const theirs = slider(watching, viewerZh('scrubber'));
  const follow = watching.getByRole('button', { name: /^跟随/ });
  await test.step('a follower sees the same aligner, view and pointer until they move the picture', async () => {
    await follow.click();
    for (const key of ['j', 'j', 'ArrowLeft']) await expert.keyboard.press(key);
    await expect(theirs).toHaveAttribute('aria-valuenow', '2');
    await expect.poll(() => new URL(watching.url()).searchParams.get('view')).toBe('-10,0,175');
    const { x, y } = await crownOf(expert, 11);
    await expert.mouse.move(x, y);
    const picture = watching.getByRole('region', { name: viewerZh('viewer') });
    await expect(picture.getByText(/ · 第 2 副$/)).toBeVisible();
    await expect(watching.getByRole('button', { name: /^停止跟随/ })).toBeVisible();
    await watching.keyboard.press('k');
    await expect(follow).toBeVisible();
    await expert.keyboard.press('j');
    await expect(slider(expert, viewer('scrubber'))).toHaveAttribute('aria-valuenow', '3');
    await expect(theirs).toHaveAttribute('aria-valuenow', '1');
  });
  await approve(expert);
  const doctor = await call(serverUrl, 'doctor2');
  await takeAction(doctor, caseId, 'confirmDoctor');
  await test.step('the case is in production, and the live review can be replayed', async () => {
    const { data } = await technician.get<{ header: { status: number } }>(`/api/cases/${caseId}`);
    expect(data.header.status).toBe(Status.PrepareProduction);
    // The record is written every five seconds.
    await expect.poll(() => lastShown(technician, caseId, 'p-expert')).toBe(3);
    const sessions = panel(watching, viewerZh('sessions.title'));
    await sessions.getByRole('button', { name: /^回放/ }).click();
    await sessions
      .getByRole('button', { name: viewerZh('sessions.pause') })
      .or(sessions.getByRole('button', { name: viewerZh('sessions.play') }))
      .first()
      .waitFor();
    await sessions.getByRole('radio', { name: '陈立' }).check();
    await slider(watching, viewerZh('sessions.at')).press('End');
    await expect(theirs).toHaveAttribute('aria-valuenow', '3');
    await sessions.getByRole('button', { name: viewerZh('sessions.stop') }).click();
    await hasNoFaults(watching);
  });
});

test('points that a version does not satisfy must be acknowledged before approval', async ({
  as,
  serverUrl,
}) => {
  const { caseId, technician } = await createCaseInDesign(serverUrl);
  await submitPlanVersion(technician, caseId, first, 'Plan 1');
  const reviewer = await call(serverUrl, 'expert');
  const change = { what: 'movement', tooth: 12, axis: 'rotation', kind: 'total', amount: 40 };
  await takeAction(reviewer, caseId, 'requestChange', { version: 1, change });
  await takeAction(reviewer, caseId, 'qualityAudit', { result: 'refused', note: 'See request 1.' });
  await submitPlanVersion(technician, caseId, second, 'Plan 2');
  const expert = await as('expert', { at: `/schemeApproveWidget?id=${caseId}` });
  const decide = panel(expert, review('decide'));
  const points = panel(expert, review('red.title'));
  const red = points.getByRole('checkbox', { name: 'Request 1, Partly' });
  await expect(red).toBeVisible();
  const approve = decide.getByRole('button', { name: /^Approve v2/ });
  await expect(approve).toBeDisabled();
  await hasNoFaults(expert);
  await red.check();
  await expect(approve).toBeDisabled();
  // Includes planned changes that the order does not ask for, and ordered ones that are missing.
  await points.getByRole('checkbox', { name: 'IPR 12-11: 0.20 mm planned' }).check();
  await expect(approve).toBeDisabled();
  await points.getByRole('checkbox', { name: /^IPR 11-21: .* 0\.20 mm ordered/ }).check();
  await approve.click();
  await expert
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve v2/ })
    .click();
  await expert.waitForURL(/caseDetail/);
  const { data } = await reviewer.get<{ plans: { expert: { acknowledged: string[] } }[] }>(
    `/api/cases/${caseId}`,
  );
  expect(data.plans[1]?.expert.acknowledged).toEqual([
    'request:1',
    'order:ipr:12-11-20-0',
    'order:ipr:11-21-0-20',
  ]);
});
