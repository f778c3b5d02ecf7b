/** Problems of a technician's files as text: file and problem. */
import type { TFunction } from 'i18next';
import type { Issue } from '#events/errors.ts';
import { modelUnits } from '#events/file/recorded-model-findings.ts';

/** Translates the name of a unit. */
function withUnitName(
  t: TFunction<['maker', 'error', 'file']>,
  values: Issue['values'],
): Record<string, string | number> {
  const unit = modelUnits.find(one => one === values?.unit);
  return unit && unit !== 'mm' ? { ...values, unit: t(`file:found.units.${unit}`) } : { ...values };
}

/** Paths that are no file name: an archive, or the set of all files. */
const pathsOfAllFiles: readonly string[] = ['file', 'frame'];

/** `of` is the file name, empty for problems of all files. Namespaces: maker, error, file. */
export function issueText(t: TFunction<['maker', 'error', 'file']>, { path, issue, values }: Issue) {
  return {
    of: pathsOfAllFiles.includes(path) ? '' : path,
    words: t(`error:issue.${issue}`, withUnitName(t, values)),
  };
}
