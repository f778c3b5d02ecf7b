/** A technician and the manufacturer talk about a case, beside the doctor's conversation and not in it. */

import type { Page } from '@playwright/test';
import { Status } from '#events/case/status.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

const chat = createTranslator('en', 'chat');
const shop = createTranslator('en', 'shop');

/** A case in production that its technician designs and the manufacturer has on the board. */
async function produced(url: string): Promise<string> {
  const seen = async (who: string) => {
    const { data } = await (await signIn(url, who)).get<{ items: CaseListItem[] }>('/api/cases?size=100');
    return data.items
      .filter(item => item.status === Status.PrepareProduction || item.status === Status.InProduction)
      .map(item => item.caseId);
  };
  const own = new Set(await seen('technician'));
  const both = (await seen('vendor')).find(caseId => own.has(caseId));
  if (!both) throw new Error('no case in production is the technician’s');
  return both;
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
async function say(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
  await expect(field(page, name)).toHaveValue('');
}

test('technician and manufacturer have a thread of their own: each is told who reads it', async ({
  as,
  serverUrl,
}) => {
  const caseId = await produced(serverUrl);
  const technician = await as('technician', { at: `/caseDetail?id=${caseId}` });
  await technician.keyboard.press('c');
  await expect(field(technician, chat('writeAbout', { caseId }))).toHaveAccessibleDescription(
    chat('kind.case.readers'),
  );
  const kinds = technician.getByRole('navigation', { name: chat('kinds', { caseId }) });
  await expect(kinds.getByRole('link')).toHaveText([
    chat('kind.case.tab'),
    chat('kind.internal.tab'),
    new RegExp(chat('kind.production.tab')),
  ]);
  await kinds.getByRole('link', { name: chat('kind.production.tab') }).click();
  const toMaker = chat('kind.production.write', { caseId });
  await expect(field(technician, toMaker)).toHaveAccessibleDescription(chat('kind.production.readers'));
  await say(technician, toMaker, 'Trim 36 one millimetre lower');

  const vendor = await as('vendor', { at: '/workbench' });
  await vendor.getByRole('button', { name: shop('board.more', { name: caseId }), exact: true }).click();
  await vendor.getByRole('menuitem', { name: shop('board.talk') }).click();
  await expect(vendor.getByText('Trim 36 one millimetre lower')).toBeVisible();
  await expect(vendor.getByRole('navigation', { name: chat('kinds', { caseId }) })).toHaveCount(0);
  const toLaboratory = chat('kind.laboratory.write', { caseId });
  await expect(field(vendor, toLaboratory)).toHaveAccessibleDescription(chat('kind.laboratory.readers'));
  await say(vendor, toLaboratory, 'Lowered, it ships tomorrow');
  await expect(technician.getByText('Lowered, it ships tomorrow')).toBeVisible();

  // The switch shows an unread answer at its conversation.
  await kinds.getByRole('link', { name: chat('kind.internal.tab') }).click();
  // A colleague is mentioned who never wrote there.
  await field(technician, chat('kind.internal.write', { caseId })).pressSequentially('@陈');
  await expect(technician.getByRole('option', { name: '陈立' })).toBeVisible();
  await say(vendor, toLaboratory, 'Anything else?');
  await expect(kinds.getByRole('link', { name: chat('kind.production.tab') })).toContainText('1');
  await visit(technician, `/chat?c=production.${caseId}`);
  await expect(technician.getByText('Anything else?').last()).toBeVisible();

  // The doctor's conversation does not exist for the manufacturer, by its address either.
  await visit(vendor, `/chat?c=case.${caseId}`);
  await expect(vendor.getByText(chat('gone'))).toBeVisible();
});
