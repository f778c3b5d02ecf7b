/** Entering a case: nothing that was typed is lost, whatever happens on the way, and the keyboard alone is enough. */
import type { Page } from '@playwright/test';
import { slots } from '#events/case/options.ts';
import { png } from '../testing/generate/image.ts';
import { lowerArch, upperArch } from '../testing/models.ts';
import { words } from '../testing/words.ts';
import { openCase, sees } from './acts.ts';
import { choose, give, tabTo, tick, type } from './keys.ts';
import * as mouse from './wizard.ts';
import { endElsewhere, expect, signIn, test, visit } from './world.ts';

const rx = words('en', 'rx');
const wizard = words('en', 'wizard');
const tooth = words('en', 'tooth');

const group = (page: Page, field: string) =>
  page.getByRole('radiogroup', { name: rx(`field.${field}`), exact: true });
const text = (page: Page, field: string) =>
  page.getByRole('textbox', { name: rx(`field.${field}`), exact: true });
const saveState = (page: Page) => page.locator('main [data-phase]');
const caseIdOf = (page: Page) => new URL(page.url()).searchParams.get('id') ?? '';

async function turn(page: Page, key: 'Alt+PageDown' | 'Alt+PageUp', step: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForURL(new RegExp(step));
}

/** The network is away while `meanwhile` goes on. */
async function withoutNetwork(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await meanwhile();
  await page.context().setOffline(false);
  await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
}

test('clear aligners by keyboard alone, with a reload and a lost network on the way', async ({ as }) => {
  const page = await as('doctor');
  await visit(page, '/workbench');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(words('en', 'shell')('palette.newCase'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/pcEnter/);

  await test.step('the method', async () => {
    await choose(page, group(page, 'prescription.method'), new RegExp(rx('option.method.1')));
    await choose(page, group(page, 'prescription.productType'), rx('option.productType.1'));
    await turn(page, 'Alt+PageDown', 'patientInfoNew');
  });

  await test.step('the patient', async () => {
    await type(page, text(page, 'patient.name'), 'Chen Xin');
    await choose(page, group(page, 'patient.gender'), rx('option.gender.1'));
    await tabTo(page, page.getByRole('group', { name: rx('field.patient.birthDate') }));
    await page.keyboard.type('20030219');
    await type(page, text(page, 'patient.address'), '5 Bund Road');
    await type(page, text(page, 'patient.clinic'), 'Bund Dental');
    await page.keyboard.press('Control+s');
    await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
    await turn(page, 'Alt+PageDown', 'deagonsticMesNew');
  });

  await test.step('the diagnosis, and a reload in the middle of a word', async () => {
    await tick(page, page.getByRole('checkbox', { name: rx('option.diagnosis.100') }));
    await choose(page, group(page, 'diagnosis.bite'), rx('option.bite.taken'));
    await type(page, text(page, 'diagnosis.complaint'), 'Upper front tee');
    await page.reload();
    await expect(text(page, 'diagnosis.complaint')).toHaveValue('Upper front tee');
    await expect(page.getByRole('checkbox', { name: rx('option.diagnosis.100') })).toBeChecked();
    await type(page, text(page, 'diagnosis.complaint'), 'Upper front teeth overlap.');
    // Escape is nobody's key here: what was typed stays.
    await page.keyboard.press('Escape');
    await expect(text(page, 'diagnosis.complaint')).toHaveValue('Upper front teeth overlap.');
    await turn(page, 'Alt+PageDown', 'transparentToothNew');
  });

  await test.step('the prescription without the network, to the next page and back', async () => {
    await withoutNetwork(page, async () => {
      await choose(page, group(page, 'prescription.overbite'), rx('option.grade.severe'));
      await choose(page, group(page, 'prescription.overjet'), rx('option.grade.moderate'));
      await page.keyboard.press('Control+s');
      await expect(saveState(page)).toHaveText(wizard('save.offline'));
      await turn(page, 'Alt+PageDown', 'transparentMarkerNew');
      await expect(page.getByRole('grid')).toBeVisible();
      await turn(page, 'Alt+PageUp', 'transparentToothNew');
      await choose(page, group(page, 'prescription.molarRight'), rx('option.molar.neutral'));
    });
    await choose(page, group(page, 'prescription.molarLeft'), rx('option.molar.neutral'));
    await turn(page, 'Alt+PageDown', 'transparentMarkerNew');
  });

  await test.step('the tooth marks', async () => {
    await choose(
      page,
      page.getByRole('radiogroup', { name: tooth('tool.label') }),
      new RegExp(`^${tooth('tool.noMove')}`),
    );
    await tabTo(page, page.getByRole('grid'));
    await page.keyboard.press('1');
    await page.keyboard.press('7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell', { name: /^17.+/ })).toHaveAttribute('aria-selected', 'true');
    await tick(page, page.getByRole('checkbox', { name: wizard('confirmMarks') }));
    await turn(page, 'Alt+PageDown', 'dataUploadNew');
  });

  await test.step('the records', async () => {
    const model = (name: string) => page.getByLabel(wizard('files.dropModel', { name }));
    const stl = (name: string, buffer: Buffer) => ({ name, mimeType: 'model/stl', buffer });
    const picture = (name: string, shade: number) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: png(64, 48, shade),
    });
    await give(page, model(rx('slot.upper')), stl('upper.stl', upperArch()));
    await give(page, model(rx('slot.lower')), stl('lower.stl', lowerArch()));
    const photos = slots.photo.map((slot, i) => picture(slot, 20 + 25 * i));
    await give(page, page.getByLabel(wizard('files.dropPhotos'), { exact: true }), photos);
    const radiograph = page.getByLabel(wizard('files.dropPhoto', { name: rx('slot.lateral') }));
    await give(page, radiograph, picture('lateral', 5));
    await expect(page.getByText(wizard('complete'), { exact: true })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('submitted', async () => {
    const caseId = caseIdOf(page);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toContainText(words('en', 'case')('confirm.submitCase'));
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/caseDetail/);
    await sees(page, 10);
    await openCase(page, caseId);
    const form = page.getByRole('main');
    for (const said of ['Chen Xin', '5 Bund Road', 'Upper front teeth overlap.'])
      await expect(form.getByText(said).first()).toBeVisible();
  });
});

test('clear aligners by mouse in Chinese, with a reload and a lost network on the way', async ({ as }) => {
  const page = await as('doctor', { lang: 'zh-CN' });
  const zh = words('zh-CN', 'rx');
  const caseId = await mouse.begin(page, 'zh-CN');
  await mouse.patient(page, '欧阳雨桐', 'zh-CN');
  const complaint = page.getByRole('textbox', { name: zh('field.diagnosis.complaint') });
  await complaint.fill('前牙');
  await page.reload();
  await expect(complaint).toHaveValue('前牙');
  await withoutNetwork(page, async () => {
    await complaint.fill('前牙不齐');
    await page.getByRole('button', { name: words('zh-CN', 'wizard')('footer.save') }).click();
    await expect(saveState(page)).toHaveText(words('zh-CN', 'wizard')('save.offline'));
  });
  await mouse.diagnosis(page, 'zh-CN');
  await mouse.prescription(page, 'zh-CN');
  await mouse.markers(page, 'zh-CN');
  await mouse.files(page, 'zh-CN');
  await mouse.submit(page, 'zh-CN');
  await openCase(page, caseId);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('欧阳雨桐');
});

test('two windows of one doctor: only the field that both changed is asked, by keyboard', async ({ as }) => {
  const one = await as('doctor');
  const caseId = await mouse.begin(one);
  const two = await one.context().newPage();
  // The second window hears of nothing, as behind a line that is slow.
  await two.routeWebSocket(/socket\.io/, socket => socket.close());
  await two.goto(`/addCase/patientInfoNew?id=${caseId}`);
  const clinic = (page: Page) => text(page, 'patient.clinic');
  await clinic(two).fill('Central');
  await text(two, 'patient.clinicAddress').fill('2 Second Road');
  await two.reload();
  await expect(clinic(two)).toHaveValue('Central');

  await clinic(one).fill('Riverside');
  await text(one, 'patient.address').fill('1 First Road');
  await one.keyboard.press('Control+s');
  await expect(saveState(one)).toHaveAttribute('data-phase', 'saved');

  await two.bringToFront();
  await clinic(two).focus();
  await two.keyboard.press('Control+s');
  await expect(saveState(two)).toHaveText(wizard('save.conflict'));
  await expect(text(two, 'patient.address')).toHaveValue('1 First Road');
  const asked = two.getByRole('radiogroup').filter({ hasText: wizard('conflict.yours') });
  await expect(asked).toHaveCount(1);
  await expect(asked).toHaveAccessibleName(rx('field.patient.clinic'));
  // What waits for a choice waits over a reload too.
  await two.reload();
  await choose(two, asked, /Riverside/);
  const keep = two.getByRole('button', { name: wizard('conflict.keep') });
  await tabTo(two, keep);
  await two.keyboard.press('Enter');
  await expect(saveState(two)).toHaveAttribute('data-phase', 'saved');
  await expect(clinic(two)).toHaveValue('Riverside');
  await expect(text(one, 'patient.clinicAddress')).toHaveValue('2 Second Road');
});

test('a session that ends in the middle: signed in again, one stands where one was, with all that was typed', async ({
  as,
  serverUrl,
}) => {
  const page = await as('doctor2');
  await mouse.begin(page);
  await text(page, 'patient.name').fill('Li Na');
  await text(page, 'patient.remarks').fill('Comes back on Friday.');
  await endElsewhere(page, serverUrl);
  await page.waitForURL(/\/login/);
  await page
    .getByRole('dialog', { name: words('en', 'error')('tips') })
    .getByRole('button')
    .first()
    .click();
  await signIn(page, 'doctor2');
  await expect(page).toHaveURL(/patientInfoNew\?id=/);
  await expect(text(page, 'patient.name')).toHaveValue('Li Na');
  await expect(text(page, 'patient.remarks')).toHaveValue('Comes back on Friday.');
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
});
