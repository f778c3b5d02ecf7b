/**
 * Contradictory answers: shown at every step and at their question, resolved by a button, or overruled with a
 * reason.
 */
import type { Page } from '@playwright/test';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { draftCase } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { optionWithMeasurePattern } from './wizard-driver.ts';

/**
 * A complete draft with three contradictions: IPR refused and marked, a Class II without a distal molar,
 * space reserved where a tooth is.
 */
async function spoilt(url: string): Promise<string> {
  const { diagnosis, prescription, markers } = sampleAlignerOrder;
  return draftCase(await signIn(url, 'doctor'), {
    sections: {
      diagnosis: { ...diagnosis, flags: [92, 94, 100] },
      prescription: { ...prescription, ipr: 'no', crowdingRelief: ['expansion'] },
      markers: { ...markers, ipr: [{ contact: '11-21', mm: 0.2 }], reserveSpace: [12] },
    },
  });
}

const clean = async (page: Page) => expect(await findAxeViolations(page)).toEqual([]);

test('resolves or overrules contradictions before submitting, in Chinese and dark', async ({
  as,
  serverUrl,
}) => {
  const look = { lang: 'zh-CN', theme: 'dark' } as const;
  const [rx, wizard, cases] = [
    createTranslator(look.lang, 'rx'),
    createTranslator(look.lang, 'wizard'),
    createTranslator(look.lang, 'case'),
  ];
  const reason = '过小牙，后期修复';
  const caseId = await spoilt(serverUrl);
  const page = await as('doctor', { ...look, at: `/addCase/transparentToothNew?id=${caseId}` });
  const side = page.getByRole('complementary');
  const link = (rule: string) => page.getByRole('link', { name: rx(`option.contradiction.${rule}`) });
  const titled = (rule: string) => side.locator(link(rule));
  const entry = (rule: string) => side.getByRole('listitem').filter({ has: link(rule) });
  const submit = page.getByRole('button', { name: wizard('footer.submit'), exact: true });
  const dialog = page.getByRole('dialog');

  for (const rule of ['iprMarked', 'classTwoMolars', 'spaceWhereTooth'])
    await expect(titled(rule)).toBeVisible();
  await clean(page);

  // Enter on a contradiction in the list leads to the later of the two answers.
  await titled('iprMarked').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/transparentMarkerNew/);
  const main = page.locator('#field-ipr');
  await expect(main).toContainText(wizard('clash.iprMarked', { contacts: '11/21' }));
  await clean(page);
  await main.getByRole('button', { name: wizard('wayOut.iprYes') }).press('Enter');
  await expect(titled('iprMarked')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await submit.click();
  await expect(dialog).toContainText(wizard('cannot.disagree_other', { count: 2 }));
  await clean(page);
  await page.keyboard.press('Escape');

  // The contradiction's button clears an answer. The doctor then gives another one.
  await entry('classTwoMolars')
    .getByRole('button', { name: wizard('wayOut.molarsAgain') })
    .click();
  await titled('classTwoMolars').waitFor({ state: 'detached' });
  // The answer is cleared, and the focus is where it is given again.
  await page.waitForURL(/transparentToothNew.*slot=molarRight/);
  await expect(page.locator('#field-molarRight :focus')).toHaveCount(1);
  for (const side of ['Right', 'Left'])
    await page
      .getByRole('radiogroup', { name: rx(`field.prescription.molar${side}`), exact: true })
      .getByRole('radio', { name: optionWithMeasurePattern(rx('option.molar.distal')) })
      .check();

  // A warning is overruled by keyboard after a reason is given.
  await entry('spaceWhereTooth')
    .getByRole('button', { name: wizard('overrule') })
    .press('Enter');
  const why = page.getByRole('textbox', { name: wizard('overruleWhy') });
  await expect(why).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(side).toContainText(wizard('overruleNeeds'));
  await clean(page);
  await why.fill(reason);
  await page.keyboard.press('Enter');
  await expect(side).toContainText(wizard('overruled', { reason }));
  // The form is removed with its field; the focus must stay in the page.
  await expect(page.locator('body')).not.toBeFocused();
  await clean(page);

  await submit.click();
  await expect(dialog).toContainText(wizard('overruled', { reason }));
  await dialog.getByRole('button', { name: cases('action.submitCase'), exact: true }).click();
  await page.waitForURL(/caseDetail/);
  const technician = await as('supervisor', {
    ...look,
    at: `/caseDetail?id=${caseId}&section=orderForm`,
  });
  await expect(technician.locator('#orderForm')).toContainText(reason);
});
