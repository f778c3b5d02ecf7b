/** The text of a contradiction: title, reason and resolutions. Pure. */
import type { TFunction } from 'i18next';
import type { OptionList } from '#events/case/options.ts';
import type { Contradiction } from '#events/contradiction/contradictions.ts';
import type { ContradictionFix, ContradictionValues } from '#events/contradiction/rule.ts';
import { optionTextKey } from '#web/case/option-lists.ts';

type Part = string | number;

/** Formats values that are not keys of a list. */
const plain: Record<string, (value: Part) => string> = {
  teeth: String,
  years: String,
  mm: String,
  contacts: value => String(value).replace('-', '/'),
};

/** Returns each value as text, and grouped lists: `places` in the mouth, `moved` teeth. */
export function contradictionValues(t: TFunction, values: ContradictionValues): Record<string, string> {
  const entries = Object.entries(values) as [string, readonly Part[]][];
  const words = new Map(
    entries.map(([name, list]) => [
      name,
      list.map(plain[name] ?? (key => t(optionTextKey(name as OptionList, key)))),
    ]),
  );
  const together = (...names: string[]) => names.flatMap(name => words.get(name) ?? []);
  const all: [string, string[]][] = [
    ...words,
    ['places', together('teeth', 'contacts')],
    ['moved', together('crowdingRelief', 'correction')],
  ];
  return Object.fromEntries(all.map(([name, list]) => [name, [...new Set(list)].join(t('wizard:comma'))]));
}

export const contradictionTitle = (t: TFunction, { name }: Pick<Contradiction, 'name'>): string =>
  t(optionTextKey('contradiction', name));

export const contradictionReason = (
  t: TFunction,
  { name, values }: Pick<Contradiction, 'name' | 'values'>,
): string => t(`wizard:clash.${name}`, contradictionValues(t, values));

export const resolutionText = (t: TFunction, { way, values }: ContradictionFix): string =>
  t(`wizard:wayOut.${way}`, contradictionValues(t, values ?? {}));
