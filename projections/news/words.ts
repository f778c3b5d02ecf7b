/** Search words of an article: its texts in both languages, and pinyin of the Chinese. */
import { pinyin } from 'pinyin-pro';
import type { Article } from '#events/news/article.ts';
import { articleLanguages } from '#events/news/kinds.ts';

/** Longest run of syllables indexed without a space. */
const RUN = 6;

/** Pinyin joined from each character on: 佩戴时长 is found by `peidai` and by `shichang`. */
function sounds(text: string): string[] {
  const parts = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
  return parts.map((_part, from) => parts.slice(from, from + RUN).join(''));
}

/** Initials of the pinyin from each character on: `pdsc`. */
function initials(text: string): string[] {
  const parts = pinyin(text, { toneType: 'none', type: 'array', pattern: 'first', nonZh: 'removed' });
  return parts.map((_part, from) => parts.slice(from, from + RUN).join(''));
}

/** Removes the targets of links and pictures, because URLs are no search terms. */
const spoken = (body: string) => body.replace(/\]\([^)]*\)/g, '] ');

export function articleSearchWords({ texts }: Pick<Article, 'texts'>): string[] {
  const written = articleLanguages.flatMap(lang => texts[lang] ?? []);
  const plain = written.flatMap(({ title, body }) => [title, spoken(body)]);
  const chinese = texts['zh-CN'];
  if (!chinese) return plain;
  const heard = sounds(`${chinese.title} ${spoken(chinese.body)}`);
  return [...plain, heard.join(' '), initials(chinese.title).join(' ')];
}
