import { expect, test } from 'vitest';
import type { ArticleItem } from '#projections/news/item.ts';
import { publicityBy } from './publicity.ts';
import { ownFirst, sameTyped, saveOf, typedOf, withPicture, withText } from './typed.ts';

const item: ArticleItem = {
  id: 'a1',
  kind: 'news',
  group: null,
  order: 0,
  version: null,
  platform: null,
  download: null,
  texts: { en: { title: 'A', body: 'B' }, 'zh-CN': null },
  edition: 3,
  publishAt: null,
  publicity: 'draft',
  position: 'x-1',
  changed: { by: { id: 'p', name: '', position: 'Service' }, at: '2026-01-01T00:00:00Z' },
};

test('what was not touched is the same, and sends what there was', () => {
  const typed = typedOf(item);
  expect(saveOf(typed, 3)).toMatchObject({ edition: 3, texts: item.texts, version: null, download: null });
  expect(sameTyped(typed, withText(typed, 'zh-CN', { title: '  ' }))).toBe(true);
  expect(sameTyped(typed, withText(typed, 'zh-CN', { title: '标题' }))).toBe(false);
  expect(sameTyped(typed, { ...typed, order: 10 })).toBe(false);
});

test('the own language comes first', () => {
  expect([ownFirst('en'), ownFirst('zh-CN')]).toEqual([
    ['en', 'zh-CN'],
    ['zh-CN', 'en'],
  ]);
});

const path = '/api/articles/a1/files/f1';
test.each([
  ['', 0, `![x](${path})`],
  ['one two', 3, `one\n\n![x](${path})\n\ntwo`],
  ['one\n\n', 5, `one\n\n![x](${path})`],
])('a picture in %j at %i stands on a line of its own', (body, at, after) => {
  expect(withPicture(body, at, { alt: 'x', path })).toBe(after);
});

test('its words end nothing', () => {
  expect(withPicture('', 0, { alt: ' a](x)\n[b\\ ', path })).toBe(`![a\\](x) \\[b\\\\](${path})`);
});

test('what was published a moment ago is, though the page’s clock moves once a minute', () => {
  const at = Date.parse('2026-01-01T00:00:30Z');
  const item = (publicity: 'draft' | 'scheduled' | 'published') => ({
    publicity,
    publishAt: publicity === 'draft' ? null : new Date(at).toISOString(),
  });
  expect(publicityBy(item('published'), at - 30_000)).toBe('published');
  expect([publicityBy(item('scheduled'), at - 1), publicityBy(item('scheduled'), at)]).toEqual([
    'scheduled',
    'published',
  ]);
  expect(publicityBy(item('draft'), at)).toBe('draft');
});
