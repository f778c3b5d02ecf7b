/** Notation of the glossary: one term a line, so that an expert of the field can correct it. */
import type { Term, TermGroup } from './term.ts';

const listed = (text: string) => text.split(';').map(name => name.trim());

/**
 * `id | names in Chinese | names in English | explanation in Chinese | in English`. Names are separated by
 * `;`, the usual one first. `=` before a name requires exactly this spelling (`TAD`, not `a tad`).
 */
export function parseTerms(group: TermGroup, table: string): Term[] {
  return table
    .trim()
    .split('\n')
    .map(line => {
      const [id = '', zh = '', en = '', aboutZh = '', aboutEn = ''] = line
        .split('|')
        .map(cell => cell.trim());
      return {
        id,
        group,
        names: { 'zh-CN': listed(zh), en: listed(en) },
        about: { 'zh-CN': aboutZh, en: aboutEn },
      };
    });
}
