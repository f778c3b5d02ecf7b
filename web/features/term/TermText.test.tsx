import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { TermText } from './TermText.tsx';

const words = createInstance();
await words.init({ lng: 'en', resources: {} });

const drawn = (text: string, lang: 'en' | 'zh-CN' = 'en') =>
  renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <TermText text={text} lang={lang} />
    </I18nextProvider>,
  );
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

test.each([
  '<script>alert(1)</script> 附件 & "13"',
  '13 的附件\n  在第 12 步之前粘吗？ 0.2 mm',
  'https://a.example/?x=<b>&y=1 拔牙',
])('%j is shown as typed', text => {
  const html = drawn(text);
  expect(textOf(html)).toBe(text);
  expect(html).not.toMatch(/<(?:script|b|img)\b/);
});

test('only web addresses become links, without a referrer', () => {
  const html = drawn('https://a.example/x javascript:alert(1) data:text/html,x ftp://a.example');
  expect(html.match(/<a [^>]*>/g)).toEqual([
    '<a href="https://a.example/x" class="link" target="_blank" rel="noopener noreferrer">',
  ]);
  expect(drawn('http://[broken')).not.toContain('<a ');
});

test('all terms of a message share one Tab stop', () => {
  const html = drawn('附件、拔牙和支抗');
  expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
  expect(html.match(/tabindex="-1"/gi)).toHaveLength(2);
  expect(html.match(/role="button"/g)).toHaveLength(3);
});

test('a tooth is named in both languages, and a term has its own language', () => {
  expect(drawn('13 号牙')).toContain('title="13 upper right canine · 右上尖牙"');
  expect(drawn('附件')).toContain('lang="zh-CN"');
  expect(drawn('附件', 'zh-CN')).not.toContain('role="button"');
  expect(drawn('attachment 13-23', 'zh-CN')).toMatch(/lang="en".*title="13 右上尖牙/s);
});
