/** The bar at the bottom of the wizard never covers the focused element or a message of the page. */
import type { Locator, Page } from '@playwright/test';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { draftCase } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { expectLayout, measureBoundingBox } from './layout.ts';

const tooth = createTranslator('en', 'tooth');

async function standsAbove(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  await expectLayout(async () => {
    const { y, height } = await measureBoundingBox(place);
    expect(y + height).toBeLessThanOrEqual((await measureBoundingBox(page.locator('main footer'))).y);
  });
}

/** Focused element if the bar covers its lower edge; otherwise null. */
const coveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const bar = document.querySelector('main footer')?.getBoundingClientRect();
    const box = at?.getBoundingClientRect();
    if (!at || !bar || !box || at.closest('footer') || at.contains(document.querySelector('main')))
      return null;
    return box.bottom > bar.top ? `${at.tagName} ${at.getAttribute('name') ?? at.id}` : null;
  });

test('messages and the focused element are above the bar', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), { sections: sampleAlignerOrder });
  const page = await as('doctor', { at: `/addCase/transparentToothNew?id=${caseId}` });
  const note = page.getByRole('textbox', { name: createTranslator('en', 'rx')('field.prescription.note') });
  for (let pressed = 0; pressed < 90; pressed++) {
    await page.keyboard.press('Tab');
    await expect.poll(() => coveredFocus(page)).toBeNull();
    if (await note.evaluate(area => area === document.activeElement)) break;
  }
  await expect(note).toBeFocused();

  await page.getByRole('button', { name: createTranslator('en', 'preset')('saveAs'), exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Above the bar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await standsAbove(
    page,
    page.getByText(createTranslator('en', 'preset')('kept', { name: 'Above the bar' })),
  );
});

test('the bottom bar covers neither the tooth chart nor its messages, even if the chart is taller than the window', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), { sections: sampleAlignerOrder });
  const page = await as('doctor', { at: `/addCase/transparentMarkerNew?id=${caseId}` });
  const tool = (name: string) => page.getByRole('radio', { name: new RegExp(`^${tooth(name)}`) });

  await test.step('at 1440 x 900 the tools are one row and the whole chart is above the bar', async () => {
    const extract = page.getByRole('radio', { name: tooth('tool.extract') });
    const undo = page.getByRole('button', { name: tooth('action.undo') });
    await expectLayout(async () =>
      expect(
        Math.abs((await measureBoundingBox(extract)).y - (await measureBoundingBox(undo)).y),
      ).toBeLessThan(8),
    );
    await standsAbove(page, page.getByRole('grid'));
  });

  await test.step('the bar covers neither the amounts of a contact nor a refusal', async () => {
    // Extraction is answered no: the warning above the chart makes it taller than the window.
    await tool('tool.extract').check();
    await page.getByRole('gridcell', { name: /^14/ }).click();
    await tool('tool.ipr').check();
    await page.getByRole('gridcell', { name: /31\/32/ }).click();
    await standsAbove(page, page.getByRole('group', { name: /31\/32/ }));
    await page.evaluate(() => scrollTo(0, 0));
    await tool('tool.noMove').check();
    await page.getByRole('gridcell', { name: /^14/ }).click();
    await standsAbove(page, page.getByRole('status').filter({ hasText: /^14/ }));
  });
});

test('a refused number of the lingual sheet is shown next to the sheet', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), {
    sections: { prescription: { method: 2 }, markers: {} },
    files: false,
  });
  const page = await as('doctor', { at: `/addCase/transparentToothNew?id=${caseId}` });
  const torque = page.getByRole('gridcell', { name: /^11, / }).nth(1);
  await torque.click();
  await standsAbove(page, torque);
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await standsAbove(page, page.locator('#sheet-notice'));
});

test('counts a wrong answer as wrong, not as missing', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), {
    sections: sampleAlignerOrder,
  });
  const page = await as('doctor', { at: `/addCase/dataUploadNew?id=${caseId}` });
  const wizard = createTranslator('en', 'wizard');
  await page
    .getByRole('textbox', { name: createTranslator('en', 'rx')('field.data.trackingNumber') })
    .fill('12');
  await page.keyboard.press('Tab');
  // Error and hint have the same text, so the form shows it once.
  await expect(page.locator('main form').getByText(wizard('data.trackingHint'))).toHaveCount(1);
  const [wrong, missing] = [wizard('toCorrect'), wizard('missing')];
  await expect(page.getByRole('heading', { name: wrong, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: missing, exact: true })).toHaveCount(0);
  const foot = page.locator('main footer').getByRole('button', { name: new RegExp(`^${wrong}`) });
  await foot.click();
  await expect(page.getByRole('complementary').getByRole('link').first()).toBeFocused();
});

test('missing answers are visible at once, and one press away on a phone', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), {
    sections: { ...sampleAlignerOrder, patient: { ...sampleAlignerOrder.patient, birthDate: undefined } },
  });
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  const line = page.getByRole('complementary').getByRole('link').first();
  await expect(line).toHaveText(createTranslator('en', 'rx')('field.patient.birthDate'));
  await standsAbove(page, line);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(line).not.toBeInViewport();
  const missing = createTranslator('en', 'wizard')('missing');
  await page
    .locator('main footer')
    .getByRole('button', { name: new RegExp(`^${missing} \\d+$`) })
    .click();
  await expect(line).toBeFocused();
  await expect(line).toBeInViewport();
  await standsAbove(page, line);
});
