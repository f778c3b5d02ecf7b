/** Texts of a refused command: at the fields, and for the rest above the form. */
import { useTranslation } from 'react-i18next';
import type { CommandRefusal } from './act.ts';

export type IssueTexts = {
  /** Text of the first issue at a field. */
  at: (field: string) => string | undefined;
  /** Text of a refusal that names none of these fields. */
  above: (fields: readonly string[]) => string | undefined;
};

export function useIssueTexts(refusal: CommandRefusal): IssueTexts {
  const { t } = useTranslation('error');
  const issues = refusal?.issues ?? [];
  /** A field's issues may be inside it: `serves.0` is at `serves`. */
  const isAt = (path: string, field: string) => path === field || path.startsWith(`${field}.`);
  const textOf = (found: (typeof issues)[number] | undefined) =>
    found && t(`issue.${found.issue}`, { ...found.values, defaultValue: refusal?.message });
  return {
    at: field => textOf(issues.find(({ path }) => isAt(path, field))),
    above: fields => {
      if (!refusal || issues.some(({ path }) => fields.some(field => isAt(path, field)))) return undefined;
      return textOf(issues[0]) ?? refusal.message;
    },
  };
}
