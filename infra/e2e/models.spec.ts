/** Digital models in a case: findings, reasons for a refusal, and the record of exports. */

import { draftCase, uploadFile } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { binaryStl, tetrahedronTriangles } from '../testing/generate/stl.ts';
import { createSmallArchStl } from '../testing/models.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const detail = createTranslator('en', 'caseDetail');
const error = createTranslator('en', 'error');
const file = createTranslator('en', 'file');
const rx = createTranslator('en', 'rx');

test('warns of a model in inches before the upload, and returns the case with instructions', async ({
  as,
  serverUrl,
}) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor, { models: false });
  await uploadFile(doctor, createSmallArchStl(-5), {
    caseId,
    kind: 'stl',
    slot: 'lower',
    filename: 'lower.stl',
  });
  const page = await as('doctor', { at: `/addCase/dataUploadNew?id=${caseId}` });
  const upper = page.locator('#field-upper');
  const buffer = binaryStl(tetrahedronTriangles(60 / 25.4));
  await upper
    .locator('input[type="file"]')
    .setInputFiles({ name: 'upper.stl', mimeType: 'model/stl', buffer });
  await expect(upper.getByRole('status')).toHaveText(file('found.unit', { unit: file('found.units.inch') }));
  await expect(upper.locator('img')).toBeVisible();
  expect((await doctor.post(`/api/cases/${caseId}/actions/submitCase`, {})).code).toBe(0);
  const supervisor = await signIn(serverUrl, 'supervisor');
  expect((await supervisor.post(`/api/cases/${caseId}/actions/acceptCase`, {})).code).toBe(0);
  await openLivePage(page, `/caseDetail?id=${caseId}`);
  await expect(page.getByText(`${rx('slot.upper')}: ${error('defect.in-inches')}`)).toBeVisible();
});

test('records the download of a model in the export record, with user and file', async ({
  as,
  serverUrl,
}) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor);
  const page = await as('doctor', { at: `/caseDetail?id=${caseId}` });
  const record = page.locator('#stlExportRecord');
  await expect(record).toContainText(detail('empty.stlExportRecord'));
  const models = page.locator('#digitalModel');
  await expect(models.getByRole('img', { name: rx('slot.upper') })).toBeVisible();
  const arrived = page.waitForEvent('download');
  await models
    .getByRole('listitem')
    .filter({ hasText: rx('slot.upper') })
    .getByRole('link', { name: /^Download/ })
    .click();
  expect((await arrived).suggestedFilename()).toBe(`${caseId}-upper.stl`);
  await page.reload();
  await expect(record.getByRole('listitem')).toHaveCount(1);
  await expect(record.getByRole('listitem')).toContainText(rx('slot.upper'));
});
