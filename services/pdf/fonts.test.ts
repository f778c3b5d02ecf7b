/** Papers that one process writes one after another. */
import { expect, test } from 'vitest';
import { readPdf } from '../../infra/testing/pdf.ts';
import { openFontsFor } from './fonts.ts';
import { contentWidth, createPdfWriter, pageLayout } from './pdf-writer.ts';

async function textOfPaper(text: string): Promise<string> {
  const writer = createPdfWriter(await openFontsFor(text), { title: 'paper', lang: 'en', at: new Date(0) });
  writer.write(text, { x: pageLayout.side, width: contentWidth }, { size: 10 });
  return (await readPdf(await writer.end(() => undefined))).text.trim();
}

test('a full stop can be copied from a paper that was written after one with colons only', async () => {
  expect(await textOfPaper('Stage: 3')).toBe('Stage: 3');
  expect(await textOfPaper('0.25 mm.')).toBe('0.25 mm.');
});
