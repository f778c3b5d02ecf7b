import { describe, expect, test } from 'vitest';
import { articleLimits } from '#events/news/kinds.ts';
import { measureThreadProcessorMs } from '../../../infra/testing/processor.ts';
import { markdownToHtml, markdownToText } from './markdown.ts';

const tags = (html: string) => [...html.matchAll(/<\/?([a-z]\w*)/gi)].map(([, name]) => name);

describe('markdownToHtml never runs or loads what a writer types', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="alert(1)">bold</b>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- <p> -->',
    '<style>*{display:none}</style>',
    '<svg/onload=alert(1)>',
    '</p></main><h1>x',
  ])('shows %s as text', typed => {
    const html = markdownToHtml(typed);
    expect(tags(html).filter(name => name !== 'p')).toEqual([]);
    expect(html).toContain('&lt;');
    expect(html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')).toContain(typed);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#10;script:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('renders %s without an address', typed => {
    for (const [, href = ''] of markdownToHtml(typed).matchAll(/href="([^"]*)"/g)) expect(href).toBe('');
  });

  test.each([
    '![a](https://evil.example/x.png)',
    '![a](//evil.example/x.png)',
    '![a](data:image/png;base64,AAAA)',
    '![a](/api/cases/ABC234/files)',
    '![a](/api/articles/../cases/x)',
    '![a](/api/articles/1/files/2?x)',
    '![a](/logout)',
    '![a][p]\n\n[p]: https://evil.example/x.png',
  ])('replaces %s by its description', typed => {
    const html = markdownToHtml(typed);
    expect(html).not.toContain('<img');
    expect(html).toContain('<span>a</span>');
  });

  test.each([
    '![" onerror="alert(1)](/api/articles/a/files/b)',
    '![a](/api/articles/a/files/b "\\" onerror=\\"alert(1)")',
    '![a> <script>x</script>](/api/articles/a/files/b)',
    '[a](https://x.example "\\" onclick=\\"alert(1)")',
    '[a](https://x.example/"onclick="alert(1))',
  ])('keeps %s inside its attribute', typed => {
    const html = markdownToHtml(typed);
    // Outside quoted values, only expected attributes remain.
    const bare = html.replace(/="[^"]*"/g, '=""');
    expect(
      [...bare.matchAll(/ ([a-z-]+)=/g)].map(([, name]) => name).filter(n => n?.startsWith('on')),
    ).toEqual([]);
    expect(html).not.toContain('<script');
  });
});

describe('text that could take minutes to parse', () => {
  const long = (sign: string) => sign.repeat(Math.floor(articleLimits.bodyMax / sign.length));
  test.each(['>', '_*', '> - ', '1. ', '**a*', '[', '![a](', '> > - 1. a\n\n'])(
    'consisting of %j is shown as typed',
    sign => {
      expect(markdownToHtml(long(sign))).toBe(`<p>${long(sign).replaceAll('>', '&gt;')}</p>`);
    },
  );
  test.each(['[', '![', '![a](', '\n', ' \n'])('consisting of %j is cut for a list at once', sign => {
    expect(measureThreadProcessorMs(() => markdownToText(long(sign)))).toBeLessThan(1000);
  });
  test('does not include text with many marks across paragraphs, lines and items', () => {
    for (const typed of ['**a** _b_ [c](/d)\n\n', '- **a**\n', '> > - 1. a\n\n'].map(each =>
      each.repeat(300),
    ))
      expect(markdownToHtml(typed)).not.toContain(typed.slice(0, 5).replaceAll('>', '&gt;'));
  });
});

describe('markdownToHtml for valid Markdown', () => {
  test.each([
    ['# A\n\n## B', 2, '<h2>A</h2>\n<h3>B</h3>'],
    ['## A\n\n### B', 2, '<h2>A</h2>\n<h3>B</h3>'],
    ['### A', 4, '<h4>A</h4>'],
    ['# A\n\n###### B', 3, '<h3>A</h3>\n<h6>B</h6>'],
    ['A', 2, '<p>A</p>'],
  ])('shifts the headings of %j to the level of the page', (typed, top, html) => {
    expect(markdownToHtml(typed, top)).toBe(html);
  });
  test('shows pictures of the article with their descriptions', () => {
    expect(markdownToHtml('![A model](/api/articles/a1/files/f-1 "t")')).toBe(
      '<p><img src="/api/articles/a1/files/f-1" alt="A model" title="t" loading="lazy" /></p>',
    );
  });
  test('adds noreferrer to external links and leaves own links unchanged', () => {
    expect(markdownToHtml('[x](https://a.example) [y](/support) [z](mailto:a@b.example)')).toBe(
      '<p><a href="https://a.example" rel="noopener noreferrer">x</a> <a href="/support">y</a> <a href="mailto:a@b.example">z</a></p>',
    );
    expect(markdownToHtml('[x](//evil.example)')).toBe(
      '<p><a href="//evil.example" rel="noopener noreferrer">x</a></p>',
    );
  });
  test('wraps tables in a scrolling element', () => {
    const html = markdownToHtml('| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(html).toMatch(/^<div data-scroll tabindex="0"><table>/);
    expect(html).toContain('<td data-align="right">2</td>');
  });
  test('does not change text that mentions tags', () => {
    expect(markdownToHtml('`<h1>` and `<img src="x" alt="y" />`')).toBe(
      '<p><code>&lt;h1&gt;</code> and <code>&lt;img src=&quot;x&quot; alt=&quot;y&quot; /&gt;</code></p>',
    );
  });
});

describe('markdownToText', () => {
  test('returns the words without markup', () => {
    const typed =
      '# Head\n\n![A](/api/x) **22 hours** a day, see [here](/x).\n\n| a | b |\n|---|---|\n\n1. One\n- Two';
    expect(markdownToText(typed)).toBe('Head 22 hours a day, see here. One Two');
  });
  test('cuts at the end of a word', () => {
    expect(markdownToText('one two three four', 12)).toBe('one two…');
    expect(markdownToText('每日佩戴不少于二十二小时，进食时取下', 14)).toBe('每日佩戴不少于二十二小时…');
  });
});
