/** Texts of a refused command: at the fields, and for the rest above the form. */
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import type { CommandRefusal } from './act.ts';

export type IssueTexts = {
  /** Text of the first issue at a field; without a field, of the first issue. */
  at: (field?: string) => string | undefined;
  /** Text of a refusal that names none of these fields. */
  above: (fields: readonly string[]) => string | undefined;
};

export function useIssueTexts(refusal: CommandRefusal): IssueTexts {
  const { t } = useTranslation('error');
  const issues = refusal?.issues ?? [];
  /** A field's issues may be inside it: `serves.0` is at `serves`. */
  const isAt = ({ path }: Issue, field: string) => path === field || path.startsWith(`${field}.`);
  const textOf = (found: Issue | undefined) =>
    found && t(`issue.${found.issue}`, { ...found.values, defaultValue: refusal?.message });
  return {
    at: field => textOf(field === undefined ? issues[0] : issues.find(issue => isAt(issue, field))),
    above: fields => {
      if (!refusal || issues.some(issue => fields.some(field => isAt(issue, field)))) return undefined;
      return textOf(issues[0]) ?? refusal.message;
    },
  };
}
