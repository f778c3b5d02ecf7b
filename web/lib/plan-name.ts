/** Names of plan and target versions: a default name is shown in the reader's language. */
import type { TFunction } from 'i18next';

/** Default names in all languages (`case:standardName`), as versions store them. */
const standards = {
  plans: /^(?:Plan|方案) (\d+)$/,
  targets: /^(?:Target position|目标位) (\d+)$/,
} as const;

/** @param plan with the name under which it was submitted */
export function planName(t: TFunction, { name, version }: { name: string; version: number }): string {
  for (const list of ['plans', 'targets'] as const)
    if (Number(standards[list].exec(name)?.[1]) === version)
      return t(`case:standardName.${list}`, { version });
  return name;
}
