/** A technician and the manufacturer discuss a case in a thread separate from the doctor's conversation. */

import type { Page } from '@playwright/test';
import { Status } from '#events/case/status.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const chat = createTranslator('en', 'chat');
const shop = createTranslator('en', 'shop');

/** A case in production, designed by the technician and on the manufacturer's board. */
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

test('technician and manufacturer have their own thread, which shows who can read it', async ({
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

  // The switch marks the conversation with an unread answer.
  await kinds.getByRole('link', { name: chat('kind.internal.tab') }).click();
  // Mentions a colleague who has never written there.
  await field(technician, chat('kind.internal.write', { caseId })).pressSequentially('@陈');
  await expect(technician.getByRole('option', { name: '陈立' })).toBeVisible();
  await say(vendor, toLaboratory, 'Anything else?');
  await expect(kinds.getByRole('link', { name: chat('kind.production.tab') })).toContainText('1');
  await openLivePage(technician, `/chat?c=production.${caseId}`);
  await expect(technician.getByText('Anything else?').last()).toBeVisible();

  // The manufacturer cannot open the doctor's conversation, not even by its address.
  await openLivePage(vendor, `/chat?c=case.${caseId}`);
  await expect(vendor.getByText(chat('gone'))).toBeVisible();
});
