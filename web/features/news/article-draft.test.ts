import { expect, test } from 'vitest';
import type { ArticleItem } from '#projections/news/item.ts';
import {
  articlePayload,
  draftOfArticle,
  insertPicture,
  isSameDraft,
  ownLanguageFirst,
  withArticleText,
} from './article-draft.ts';
import { currentPublicity } from './publicity.ts';

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

test('an untouched article draft equals its article and sends the same content', () => {
  const typed = draftOfArticle(item);
  expect(articlePayload(typed, 3)).toMatchObject({
    edition: 3,
    texts: item.texts,
    version: null,
    download: null,
  });
  expect(isSameDraft(typed, withArticleText(typed, 'zh-CN', { title: '  ' }))).toBe(true);
  expect(isSameDraft(typed, withArticleText(typed, 'zh-CN', { title: '标题' }))).toBe(false);
  expect(isSameDraft(typed, { ...typed, order: 10 })).toBe(false);
});

test('the writer’s own language comes first', () => {
  expect([ownLanguageFirst('en'), ownLanguageFirst('zh-CN')]).toEqual([
    ['en', 'zh-CN'],
    ['zh-CN', 'en'],
  ]);
});

const path = '/api/articles/a1/files/f1';
test.each([
  ['', 0, `![x](${path})`],
  ['one two', 3, `one\n\n![x](${path})\n\ntwo`],
  ['one\n\n', 5, `one\n\n![x](${path})`],
])('a picture inserted into %j at %i is on a line of its own', (body, at, after) => {
  expect(insertPicture(body, at, { alt: 'x', path })).toBe(after);
});

test('a picture’s description cannot end the picture’s Markdown', () => {
  expect(insertPicture('', 0, { alt: ' a](x)\n[b\\ ', path })).toBe(`![a\\](x) \\[b\\\\](${path})`);
});

test('an article published a moment ago counts as public, although the page’s clock moves once a minute', () => {
  const at = Date.parse('2026-01-01T00:00:30Z');
  const item = (publicity: 'draft' | 'scheduled' | 'published') => ({
    publicity,
    publishAt: publicity === 'draft' ? null : new Date(at).toISOString(),
  });
  expect(currentPublicity(item('published'), at - 30_000)).toBe('published');
  expect([currentPublicity(item('scheduled'), at - 1), currentPublicity(item('scheduled'), at)]).toEqual([
    'scheduled',
    'published',
  ]);
  expect(currentPublicity(item('draft'), at)).toBe('draft');
});
