/** A term of the field: its names and meaning in both languages. Pure. */
export const termLangs = ['en', 'zh-CN'] as const;
export type TermLang = (typeof termLangs)[number];

export const termGroups = [
  'anatomy',
  'occlusion',
  'movement',
  'appliance',
  'planning',
  'procedure',
  'records',
  'production',
  'wear',
] as const;
export type TermGroup = (typeof termGroups)[number];

export type Term = {
  id: string;
  group: TermGroup;
  /** The usual name first, then abbreviations and synonyms. `=` before one requires exactly this spelling. */
  names: Record<TermLang, readonly string[]>;
  /** Explanation of the term in one line. */
  about: Record<TermLang, string>;
};

export const otherLang = (lang: TermLang): TermLang => (lang === 'en' ? 'zh-CN' : 'en');

/** Removes the `=` of an exact spelling from a name, for display. */
export const termDisplayName = (name: string): string => name.replace(/^=/, '');

/** Returns a term's usual name. */
export const termName = ({ names }: Term, lang: TermLang): string => termDisplayName(names[lang][0] ?? '');

/** Returns a term's usual name with its abbreviation, if any: `interproximal reduction (IPR)`. */
export function termTitle({ names }: Term, lang: TermLang): string {
  const [name = '', ...others] = names[lang].map(termDisplayName);
  const short = others.find(other => /^[A-Z][A-Za-z0-9]{1,6}$/.test(other) && /[A-Z].*[A-Z]/.test(other));
  return short && lang === 'en' ? `${name} (${short})` : name;
}
