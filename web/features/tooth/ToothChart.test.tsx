import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createEmptyMarks, type Marks } from '#events/tooth/marks.ts';
import en from '#web/i18n/en/tooth.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/tooth.json' with { type: 'json' };
import { contactName, refusalText, type ToothWords, toothName } from './chart-text.ts';
import { MiniChart } from './MiniChart.tsx';
import { ToothChart } from './ToothChart.tsx';

const marks: Marks = {
  ...createEmptyMarks(),
  extract: [14],
  noMove: [16],
  missing: [18],
  ipr: [{ contact: '15-13', mm: 0.2 }],
};
const count = (html: string, text: string) => html.split(text).length - 1;
const nothing = () => undefined;

describe('the tooth chart rendered on the server', () => {
  test('is a grid of 2 rows of 16 named teeth with one Tab stop', () => {
    const html = renderToString(<ToothChart marks={marks} words={en} onChange={nothing} />);
    expect(count(html, 'role="grid"')).toBe(1);
    expect(count(html, 'role="row"')).toBe(2);
    expect(count(html, 'role="gridcell"')).toBe(32);
    expect(html).toContain('aria-label="14, extract"');
    expect(html).toContain('aria-label="16, do not move"');
    expect(html.match(/<g role="gridcell"[^>]*tabindex="0"/gi)).toHaveLength(1);
    expect(html).toContain('Extract 14. Missing 18. Do not move 16. IPR 15/13 0.2 mm.');
  });

  test('has contacts as cells for the IPR tool and skips absent teeth', () => {
    const html = renderToString(<ToothChart marks={marks} words={zh} tool="ipr" onChange={nothing} />);
    expect(count(html, 'role="gridcell"')).toBe(13 + 15);
    expect(html).toContain('aria-label="邻接面 15/13，去釉 0.2 mm"');
  });

  test('has no tools, ranges or undo when read-only', () => {
    const html = renderToString(
      <ToothChart marks={marks} words={en} readOnly onChange={nothing} tool="ipr" />,
    );
    expect(html).not.toContain('role="radiogroup"');
    expect(html).not.toContain(en.set.label);
    expect(html).toContain('aria-readonly="true"');
    expect(count(html, 'role="gridcell"')).toBe(32);
  });

  test('shows an earlier version as ghosts and in the names', () => {
    const ghost: Marks = { ...createEmptyMarks(), extract: [15, 14], ipr: [{ contact: '32-33', mm: 0.3 }] };
    const html = renderToString(<ToothChart marks={marks} ghost={ghost} words={en} />);
    expect(html).toContain('aria-label="15, earlier: extract"');
    expect(html).toContain('aria-label="14, extract"');
  });

  test('has a small version that is one image named by the sentence', () => {
    const html = renderToString(<MiniChart marks={marks} words={zh} attachments={{ 13: 'ellipse' }} />);
    expect(html).toContain('aria-label="牙位标记：拔除 14。缺失 18。不移动 16。邻面去釉 15/13 0.2 mm。"');
    expect([...html.matchAll(/>(\d\d)</g)].map(found => found[1])).toEqual(['18', '16', '14']);
  });
});

describe('the words of the tooth chart', () => {
  test('follow the notation and name attachments', () => {
    const notes = { notation: 'palmer' as const, attached: new Set([14 as const]) };
    expect(toothName(14, marks, en, notes)).toBe('UR4, extract, attachment');
    const ghost: Marks = { ...createEmptyMarks(), ipr: [{ contact: '11-21' }] };
    expect(contactName('11-21', marks, en, { ghost })).toBe('Contact 11/21, earlier: IPR, amount open');
  });

  test('name tooth and contact of a refusal in both languages', () => {
    const conflict = { reason: 'extractAndIpr', tooth: 14, contact: '15-14' } as const;
    expect(refusalText(conflict, en)).toBe('14: no IPR at 15/14 if the tooth is extracted.');
    expect(refusalText(conflict, zh)).toBe('14：拔除后 15/14 处无法去釉。');
  });

  test('have the same keys and {{names}} in both languages, none empty', () => {
    const flat = (words: object, path = ''): Array<[string, string]> =>
      Object.entries(words).flatMap(([key, text]) =>
        typeof text === 'string'
          ? [
              [
                `${path}${key}`,
                [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort().join() || String(text !== ''),
              ],
            ]
          : flat(text, `${path}${key}.`),
      );
    const dictionaries: ToothWords[] = [en, zh];
    const [english, chinese] = dictionaries.map(words => new Map(flat(words)));
    expect(chinese).toEqual(english);
  });
});
