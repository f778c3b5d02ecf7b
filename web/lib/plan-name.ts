/** Names a version of a plan or a target: a default name is shown in the reader's language. */
import type { TFunction } from 'i18next';

/** `case:standardName` of all languages, as versions keep them. */
const standards = {
  plans: /^(?:Plan|方案) (\d+)$/,
  targets: /^(?:Target position|目标位) (\d+)$/,
} as const;

/** @param plan its name as it was handed in */
export function planName(t: TFunction, { name, version }: { name: string; version: number }): string {
  for (const list of ['plans', 'targets'] as const)
    if (Number(standards[list].exec(name)?.[1]) === version)
      return t(`case:standardName.${list}`, { version });
  return name;
}
