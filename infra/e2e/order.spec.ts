/** The order form on the case's page: what changed since the last submission is marked, and it comes as PDF. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { Client, demoPassword } from '../testing/client.ts';
import { did, draftCase, orderSections } from '../testing/complete-case.ts';
import { readPdf, unspaced } from '../testing/pdf.ts';
import { words } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

async function signedIn(url: string, userName: string): Promise<Client> {
  const person = new Client(url);
  const { data } = await person.post<{ token: string }>('/api/login', { userName, password: demoPassword });
  person.token = data.token;
  return person;
}

const name = '欧阳㛃𠮷';

/** A case that was sent back, and whose step was changed since. */
async function corrected(url: string): Promise<{ caseId: string; doctor: Client }> {
  const [doctor, supervisor] = [await signedIn(url, 'doctor'), await signedIn(url, 'supervisor')];
  const caseId = await draftCase(doctor, { sections: { patient: { ...orderSections.patient, name } } });
  await did(doctor, caseId, 'submitCase');
  await did(supervisor, caseId, 'deniedCase', { note: 'Smaller steps, please' });
  await doctor.put(`/api/cases/${caseId}/prescription`, { ...orderSections.prescription, step: 0.15 });
  return { caseId, doctor };
}

for (const [lang, theme] of [
  ['en', 'light'],
  ['zh-CN', 'dark'],
] as const)
  test(`the order form says what changed and is downloaded, ${lang}, ${theme}`, async ({ as, serverUrl }) => {
    const [order, error, rx] = [words(lang, 'order'), words(lang, 'error'), words(lang, 'rx')];
    const { caseId, doctor } = await corrected(serverUrl);
    const page = await as('doctor', { lang, theme });
    await visit(page, `/caseDetail?id=${caseId}&section=orderForm`);
    const form = page.locator('#orderForm');

    const step = form.locator('dd', { hasText: rx('option.step.0_15') });
    await expect(step).toContainText(order('changed.was', { value: rx('option.step.0_2') }));
    await expect(form.locator('dd', { hasText: order('changed.was', { value: '' }) })).toHaveCount(1);
    await did(doctor, caseId, 'submitCase');
    await expect(step).toContainText(order('changed.was', { value: rx('option.step.0_2') }));

    const { violations } = await new AxeBuilder({ page }).include('#orderForm').setLegacyMode().analyze();
    expect(violations.map(found => found.id)).toEqual([]);

    const button = form.getByRole('button', { name: order('download') });
    const coming = page.waitForEvent('download');
    await button.focus();
    await page.keyboard.press('Enter');
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`${caseId}-order.pdf`);
    const { text, pictures } = await readPdf(await readFile(await file.path()));
    const value = rx('option.step.0_15');
    expect(unspaced(text)).toContain(unspaced(rx('field.prescription.step') + value));
    expect(unspaced(text)).toContain(name);
    expect(pictures).toBe(9);

    await page.route('**/order.pdf', route => route.abort());
    await button.click();
    await expect(page.getByText(error('103006'))).toBeVisible();
  });
