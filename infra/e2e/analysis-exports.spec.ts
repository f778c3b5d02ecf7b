/** An analyst orders an export by keyboard, waits for it and downloads it; other tools read the file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExportsPythonAvailable, runExportsPython } from '../servers/python.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const t = createTranslator('en', 'analysis');
const count = `
import json, sys, pm4py
log = pm4py.read_ocel2_json(sys.argv[1])
print(json.dumps({"events": len(log.events)}))
`;

test('an analyst exports OCEL by keyboard, and its file is whole', async ({ as, serverUrl }, info) => {
  // The tables are built after the server's start, later on a busy machine.
  const analyst = await signIn(serverUrl, 'analyst');
  await expect.poll(async () => (await analyst.get('/api/reports/funnel')).http).toBe(200);
  const page = await as('analyst', { at: '/analysis/data' });
  const row = page
    .getByRole('list', { name: t('data.exports') })
    .getByRole('listitem')
    .first();

  await test.step('nothing is there yet, and the page says what is for which tool', async () => {
    await expect(page.getByText(t('data.noneHow'))).toBeVisible();
  });

  await test.step('arrow keys choose a format, Enter orders it', async () => {
    await page.getByRole('radio', { name: t('data.formatName.parquet') }).focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: t('data.formatName.ocel') }).first()).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(row).toContainText(t('data.formatName.ocel'));
  });

  await test.step('it is made, and downloaded with a key', async () => {
    await expect(row.getByText(t('data.state.ready'))).toBeVisible({ timeout: 60_000 });
    const saved = page.waitForEvent('download');
    await row.getByRole('link', { name: t('data.download') }).focus();
    await page.keyboard.press('Enter');
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^archline-ocel-\d+\.json$/);
    const path = info.outputPath('export.json');
    await file.saveAs(path);
    const { events } = JSON.parse(readFileSync(path, 'utf8')) as { events: object[] };
    expect(events.length).toBeGreaterThan(100);
    if (!(await isExportsPythonAvailable())) return;
    const script = join(info.outputDir, 'count.py');
    writeFileSync(script, count);
    expect(await runExportsPython(script, [path])).toEqual({ events: events.length });
  });

  await test.step('a phone has room for it', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFitsWindow(page);
  });

  await test.step('it goes with a key', async () => {
    await row.getByRole('button', { name: t('data.delete') }).press('Enter');
    await expect(page.getByText(t('data.noneHow'))).toBeVisible();
  });
});
