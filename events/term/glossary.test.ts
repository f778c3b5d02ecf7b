import { expect, test } from 'vitest';
import { findTerm, glossary, ordinaryWords } from './glossary.ts';
import { splitIntoSegments } from './segments.ts';
import { termDisplayName, termGroups, termLangs, termTitle } from './term.ts';

test('every term has a name and a description in both languages', () => {
  expect(glossary.length).toBeGreaterThanOrEqual(170);
  expect(new Set(glossary.map(({ id }) => id)).size).toBe(glossary.length);
  expect(new Set(glossary.map(({ group }) => group))).toEqual(new Set(termGroups));
  for (const { id, names, about } of glossary) {
    expect(id, id).toMatch(/^[a-z][A-Za-z]+$/);
    for (const lang of termLangs) {
      expect(
        names[lang].every(name => termDisplayName(name).trim() !== ''),
        id,
      ).toBe(true);
      expect(about[lang].length, id).toBeGreaterThan(3);
      expect(about[lang], id).not.toContain('|');
    }
    expect(about['zh-CN'], id).toMatch(/^[^,;!?()]*[^。.]$/);
    expect(about.en, id).not.toMatch(/[一-鿿，。；]/);
    expect(names.en.join(), id).not.toMatch(/[一-鿿]/);
  }
});

test('no name belongs to two terms', () => {
  const owners = new Map<string, string>();
  for (const { id, names } of glossary)
    for (const name of termLangs.flatMap(lang => names[lang]).map(termDisplayName)) {
      expect(owners.get(name.toLowerCase()) ?? id, name).toBe(id);
      owners.set(name.toLowerCase(), id);
    }
});

test('every name is found as its term, in both languages', () => {
  for (const { id, names } of glossary)
    for (const name of termLangs.flatMap(lang => names[lang]).map(termDisplayName))
      expect(splitIntoSegments(name), name).toEqual([{ kind: 'term', text: name, id }]);
});

test('ordinary words that contain a term are not marked', () => {
  for (const text of ordinaryWords) expect(splitIntoSegments(text), text).toEqual([{ kind: 'text', text }]);
});

test('an English title includes the abbreviation', () => {
  const title = (id: string, lang: 'en' | 'zh-CN') => {
    const term = findTerm(id);
    return term && termTitle(term, lang);
  };
  expect(title('ipr', 'en')).toBe('interproximal reduction (IPR)');
  expect(title('ipr', 'zh-CN')).toBe('邻面去釉');
  expect(title('overjet', 'en')).toBe('overjet (OJ)');
  expect(title('nothing', 'en')).toBeUndefined();
});
