/** Finds terms by a part of a name or meaning, in either language, or by pinyin. */
import { glossary } from '#events/term/glossary.ts';
import { spellingsOfName } from '#events/term/lexicon.ts';
import { termDisplayName, termLangs } from '#events/term/term.ts';
import { pinyinWords } from '#projections/caseList/words.ts';
import type { TermsProps } from '#web/pages/TermsPage.tsx';

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
    .trim();

type Findable = { id: string; names: string; about: string; pinyin: string[] };
let known: Findable[] | undefined;

function findable(): Findable[] {
  known ??= glossary.map(({ id, names, about }) => ({
    id,
    names: folded(
      termLangs.flatMap(lang => names[lang].map(termDisplayName).flatMap(spellingsOfName)).join('\n'),
    ),
    about: folded(termLangs.map(lang => about[lang]).join('\n')),
    pinyin: names['zh-CN'].flatMap(pinyinWords),
  }));
  return known;
}

/** Returns the ids of the matching terms. Matches names first, and meanings only if no name matches. */
export function listMatchingTermIds(q: string): string[] {
  const word = folded(q);
  const typed = word.replaceAll(' ', '');
  const byName = findable().filter(
    ({ names, pinyin }) => names.includes(word) || pinyin.some(one => one.startsWith(typed)),
  );
  const found = byName.length > 0 ? byName : findable().filter(({ about }) => about.includes(word));
  return found.map(({ id }) => id);
}

/** Returns the glossary page's terms for a query. */
export function termsForQuery(query: string | undefined): Omit<TermsProps, 'reader'> {
  const q = (query ?? '').slice(0, 100).trim();
  return { q, found: q === '' ? null : listMatchingTermIds(q) };
}
