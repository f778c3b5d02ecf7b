/** What an article is found by: its words in both languages, and Chinese by its sound as well. */
import { pinyin } from 'pinyin-pro';
import type { Article } from '#events/news/article.ts';
import { articleLanguages } from '#events/news/kinds.ts';

/** Nobody types more syllables without a space. */
const RUN = 6;

/** From each character on, as it is typed without spaces: 佩戴时长 is found by `peidai` and by `shichang`. */
function sounds(text: string): string[] {
  const parts = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
  return parts.map((_part, from) => parts.slice(from, from + RUN).join(''));
}

/** First letters of the syllables, from each character on: `pdsc`. */
function initials(text: string): string[] {
  const parts = pinyin(text, { toneType: 'none', type: 'array', pattern: 'first', nonZh: 'removed' });
  return parts.map((_part, from) => parts.slice(from, from + RUN).join(''));
}

/** Where a link or a picture leads to is nothing that is looked for. */
const spoken = (body: string) => body.replace(/\]\([^)]*\)/g, '] ');

export function articleWords({ texts }: Pick<Article, 'texts'>): string[] {
  const written = articleLanguages.flatMap(lang => texts[lang] ?? []);
  const plain = written.flatMap(({ title, body }) => [title, spoken(body)]);
  const chinese = texts['zh-CN'];
  if (!chinese) return plain;
  const heard = sounds(`${chinese.title} ${spoken(chinese.body)}`);
  return [...plain, heard.join(' '), initials(chinese.title).join(' ')];
}
