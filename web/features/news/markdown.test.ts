import { describe, expect, test } from 'vitest';
import { articleLimits } from '#events/news/kinds.ts';
import { processorMs } from '../../../infra/testing/processor.ts';
import { htmlOf, plainOf } from './markdown.ts';

const tags = (html: string) => [...html.matchAll(/<\/?([a-z]\w*)/gi)].map(([, name]) => name);

describe('nothing that a writer types runs, or loads from elsewhere', () => {
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
  ])('%s is shown as it is typed', typed => {
    const html = htmlOf(typed);
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
  ])('%s leads nowhere', typed => {
    for (const [, href = ''] of htmlOf(typed).matchAll(/href="([^"]*)"/g)) expect(href).toBe('');
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
  ])('%s is no picture, its words stay', typed => {
    const html = htmlOf(typed);
    expect(html).not.toContain('<img');
    expect(html).toContain('<span>a</span>');
  });

  test.each([
    '![" onerror="alert(1)](/api/articles/a/files/b)',
    '![a](/api/articles/a/files/b "\\" onerror=\\"alert(1)")',
    '![a> <script>x</script>](/api/articles/a/files/b)',
    '[a](https://x.example "\\" onclick=\\"alert(1)")',
    '[a](https://x.example/"onclick="alert(1))',
  ])('%s stays inside of its attribute', typed => {
    const html = htmlOf(typed);
    // Without what is quoted no attribute is left but those that belong there.
    const bare = html.replace(/="[^"]*"/g, '=""');
    expect(
      [...bare.matchAll(/ ([a-z-]+)=/g)].map(([, name]) => name).filter(n => n?.startsWith('on')),
    ).toEqual([]);
    expect(html).not.toContain('<script');
  });
});

describe('a text that would hold the server for minutes', () => {
  const long = (sign: string) => sign.repeat(Math.floor(articleLimits.bodyMax / sign.length));
  test.each(['>', '_*', '> - ', '1. ', '**a*', '[', '![a](', '> > - 1. a\n\n'])(
    'of %j alone is shown as it is typed',
    sign => {
      expect(htmlOf(long(sign))).toBe(`<p>${long(sign).replaceAll('>', '&gt;')}</p>`);
    },
  );
  test.each(['[', '![', '![a](', '\n', ' \n'])('of %j alone is cut for a list at once', sign => {
    expect(processorMs(() => plainOf(long(sign)))).toBeLessThan(1000);
  });
  test('is none that has many marks in many paragraphs, lines and items', () => {
    for (const typed of ['**a** _b_ [c](/d)\n\n', '- **a**\n', '> > - 1. a\n\n'].map(each =>
      each.repeat(300),
    ))
      expect(htmlOf(typed)).not.toContain(typed.slice(0, 5).replaceAll('>', '&gt;'));
  });
});

describe('what a writer means', () => {
  test.each([
    ['# A\n\n## B', 2, '<h2>A</h2>\n<h3>B</h3>'],
    ['## A\n\n### B', 2, '<h2>A</h2>\n<h3>B</h3>'],
    ['### A', 4, '<h4>A</h4>'],
    ['# A\n\n###### B', 3, '<h3>A</h3>\n<h6>B</h6>'],
    ['A', 2, '<p>A</p>'],
  ])('headings of %j begin where the page wants them', (typed, top, html) => {
    expect(htmlOf(typed, top)).toBe(html);
  });
  test('pictures of the article, with their words', () => {
    expect(htmlOf('![A model](/api/articles/a1/files/f-1 "t")')).toBe(
      '<p><img src="/api/articles/a1/files/f-1" alt="A model" title="t" loading="lazy" /></p>',
    );
  });
  test('links go out without telling from where; those of ours stay as they are', () => {
    expect(htmlOf('[x](https://a.example) [y](/support) [z](mailto:a@b.example)')).toBe(
      '<p><a href="https://a.example" rel="noopener noreferrer">x</a> <a href="/support">y</a> <a href="mailto:a@b.example">z</a></p>',
    );
    expect(htmlOf('[x](//evil.example)')).toBe(
      '<p><a href="//evil.example" rel="noopener noreferrer">x</a></p>',
    );
  });
  test('tables, which scroll by themselves', () => {
    const html = htmlOf('| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(html).toMatch(/^<div data-scroll tabindex="0"><table>/);
    expect(html).toContain('<td data-align="right">2</td>');
  });
  test('a text that speaks of tags is not changed by what is done to tags', () => {
    expect(htmlOf('`<h1>` and `<img src="x" alt="y" />`')).toBe(
      '<p><code>&lt;h1&gt;</code> and <code>&lt;img src=&quot;x&quot; alt=&quot;y&quot; /&gt;</code></p>',
    );
  });
});

describe('in a list', () => {
  test('a text is its words', () => {
    const typed =
      '# Head\n\n![A](/api/x) **22 hours** a day, see [here](/x).\n\n| a | b |\n|---|---|\n\n1. One\n- Two';
    expect(plainOf(typed)).toBe('Head 22 hours a day, see here. One Two');
  });
  test('cut where a word ends', () => {
    expect(plainOf('one two three four', 12)).toBe('one two…');
    expect(plainOf('每日佩戴不少于二十二小时，进食时取下', 14)).toBe('每日佩戴不少于二十二小时…');
  });
});
