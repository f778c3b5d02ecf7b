/**
 * A plan under review: the expert pins a comment to a stage and a tooth and asks for a change as data; the next version
 * is measured against it by itself, and what it changes is told in numbers.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { planWith } from '#events/testing/plans.ts';
import { type Client, signIn as call } from '../testing/client.ts';
import { attached, did, draftCase } from '../testing/complete-case.ts';
import { words } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

const review = words('en', 'review');
const zh = words('zh-CN', 'review');

const first = planWith({ teeth: { 11: {}, 12: { rotation: 10 }, 21: {}, 33: {} } });
const second = planWith({
  teeth: { 11: {}, 12: { rotation: 23.6 }, 21: {}, 33: {} },
  ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
});

async function handIn(technician: Client, caseId: string, plan: PlanBundle, name: string): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(plan));
  const file = await attached(technician, bytes, { caseId, kind: 'plan', filename: 'plan.json' });
  const { upperStages, lowerStages } = plan;
  await did(technician, caseId, 'submitPlan', { name, upperStages, lowerStages, files: [file] });
}

/** A case of doctor2 at 14, with the first version handed in. */
async function underReview(url: string) {
  const [doctor, supervisor] = [await call(url, 'doctor2'), await call(url, 'supervisor')];
  const technician = await call(url, 'technician');
  const caseId = await draftCase(doctor);
  await did(doctor, caseId, 'submitCase');
  await did(supervisor, caseId, 'acceptCase');
  const status = async () =>
    (await supervisor.get<{ header: { status: number } }>(`/api/cases/${caseId}`)).data.header.status;
  await expect.poll(status, { timeout: 60_000 }).toBe(21);
  await did(supervisor, caseId, 'allocateCase', { technicianId: 'p-technician' });
  await handIn(technician, caseId, first, 'Plan 1');
  return { caseId, technician };
}

const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
const hasNoFaults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(v => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
};

test('a pinned comment and a change request; the next version is measured against it', async ({
  as,
  serverUrl,
}) => {
  const { caseId, technician } = await underReview(serverUrl);
  const expert = await as('expert');
  const watching = await as('technician', { lang: 'zh-CN', theme: 'dark' });
  await visit(expert, `/schemeApproveWidget?id=${caseId}`);
  await visit(watching, `/schemeApproveWidget?id=${caseId}`);
  const comments = panel(expert, review('comments.title'));
  const requests = panel(expert, review('requests.title'));

  await test.step('the key C begins a comment; it arrives at the technician’s', async () => {
    await expect(comments.getByText(review('comments.none'))).toBeVisible();
    await expert.keyboard.press('c');
    await comments.getByLabel(review('comments.text')).fill('Seat 12 fully before 13 derotates.');
    await comments.getByLabel(review('comments.stage')).fill('12');
    await comments.getByLabel(review('comments.tooth')).fill('12');
    await expert.keyboard.press('Control+Enter');
    await comments.getByLabel(review('comments.text')).waitFor({ state: 'detached' });
    const there = panel(watching, zh('comments.title'));
    await there.getByRole('button', { name: 'Seat 12 fully' }).click();
    await there.getByRole('textbox').fill('好的，第 3 步粘附件。');
    await there.getByRole('button', { name: zh('comments.sendReply'), exact: true }).click();
    await expect(comments.getByText('1 reply')).toBeVisible();
  });

  await test.step('a change that says nothing is refused at its field; a good one is read back', async () => {
    await requests.getByRole('button', { name: review('requests.add') }).click();
    await requests.getByLabel(review('form.tooth')).fill('19');
    await requests.getByLabel(review('form.direction')).selectOption('rotate-mesial');
    await requests.getByLabel(review('form.amount')).fill('24');
    await requests.getByRole('button', { name: review('form.send') }).click();
    await expect(requests.getByText(words('en', 'error')('issue.tooth-unknown'))).toBeVisible();
    await requests.getByLabel(review('form.tooth')).fill('12');
    await expect(requests.getByText('Reads: 12: rotate 24° to mesial in all')).toBeVisible();
    await hasNoFaults(expert);
    await requests.getByRole('button', { name: review('form.send') }).click();
    await expect(requests.getByText(review('verdict.waiting'))).toBeVisible();
    const todo = panel(watching, zh('requests.todo'));
    await expect(todo.getByText('12 近中扭转 24°（自初始共计）')).toBeVisible();
  });

  await test.step('the expert refuses with what was ticked', async () => {
    await expert.getByRole('checkbox', { name: review('point.midline') }).check();
    await expert.getByLabel(review('note')).fill('See comment 1 and request 1.');
    await expert.getByRole('button', { name: review('refuse'), exact: true }).click();
    await expert.waitForURL(/caseDetail/);
  });

  await handIn(technician, caseId, second, 'Plan 2');
  await visit(expert, `/schemeApproveWidget?id=${caseId}`);
  await test.step('the second version meets it, and what it changes is told in numbers', async () => {
    await expect(requests.getByText(review('verdict.met'), { exact: true })).toBeVisible();
    await expect(requests.getByText('v2 measured: rotate 23.6° to mesial')).toBeVisible();
    const difference = panel(expert, review('difference.title'));
    await expect(difference.getByText('v1 → v2')).toBeVisible();
    await expect(difference.getByRole('row', { name: '12' }).getByText('+13.6°')).toBeVisible();
    await expect(difference.getByText('12-11: none → 0.2 mm before 3')).toBeVisible();
    const record = panel(expert, review('record.title'));
    await expect(record.getByText(review('record.expertRefused'))).toBeVisible();
    await expect(record.getByText('1 of 9 points checked', { exact: false })).toBeVisible();
  });
  await test.step('a thread is opened, resolved, and out of the way', async () => {
    await comments.getByRole('button', { name: 'Seat 12 fully' }).click();
    await expect(comments.getByText('好的，第 3 步粘附件。')).toBeVisible();
    await comments.getByRole('button', { name: review('comments.resolve'), exact: true }).click();
    await expect(comments.getByText('Resolved by')).toBeVisible();
    await hasNoFaults(expert);
  });
  await expert.getByRole('button', { name: /^Approve v2/ }).click();
  await expert
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve v2/ })
    .click();
  await expert.waitForURL(/caseDetail/);
});

test('what a version does not meet is acknowledged before it is approved', async ({ as, serverUrl }) => {
  const { caseId, technician } = await underReview(serverUrl);
  const reviewer = await call(serverUrl, 'expert');
  const change = { what: 'movement', tooth: 12, axis: 'rotation', kind: 'total', amount: 40 };
  await did(reviewer, caseId, 'requestChange', { version: 1, change });
  await did(reviewer, caseId, 'qualityAudit', { result: 'refused', note: 'See request 1.' });
  await handIn(technician, caseId, second, 'Plan 2');
  const expert = await as('expert');
  await visit(expert, `/schemeApproveWidget?id=${caseId}`);
  const decide = panel(expert, review('decide'));
  const red = decide.getByRole('checkbox', { name: 'Request 1, Partly' });
  await expect(red).toBeVisible();
  const approve = decide.getByRole('button', { name: /^Approve v2/ });
  await expect(approve).toBeDisabled();
  await hasNoFaults(expert);
  await red.check();
  await approve.click();
  await expert
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve v2/ })
    .click();
  await expert.waitForURL(/caseDetail/);
  const { data } = await reviewer.get<{ plans: { expert: { acknowledged: string[] } }[] }>(
    `/api/cases/${caseId}`,
  );
  expect(data.plans[1]?.expert.acknowledged).toEqual(['request:1']);
});
