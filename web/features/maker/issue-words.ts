/** What is wrong or odd with a technician's files: of which one, and what. */
import type { TFunction } from 'i18next';
import type { Issue } from '#events/errors.ts';
import { unitNames } from '#events/file/model-found.ts';

/** A unit is told by its name. */
function named(
  t: TFunction<['maker', 'error', 'file']>,
  values: Issue['values'],
): Record<string, string | number> {
  const unit = unitNames.find(one => one === values?.unit);
  return unit && unit !== 'mm' ? { ...values, unit: t(`file:found.units.${unit}`) } : { ...values };
}

/** No file's name: an archive, or what all files together make. */
const ofAll: readonly string[] = ['file', 'frame'];

/** `of` is the file's name, empty where it is about all of them. Namespaces: maker, error, file. */
export function issueWords(t: TFunction<['maker', 'error', 'file']>, { path, issue, values }: Issue) {
  return { of: ofAll.includes(path) ? '' : path, words: t(`error:issue.${issue}`, named(t, values)) };
}
