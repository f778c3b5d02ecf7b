/** The reasons of an action to choose from, for dialogs that draw their own note. */
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { type Reason, reasonsOffered } from '#events/case/reasons.ts';
import type { Action } from '#events/case/rules.ts';
import { ChoicesField } from './ChoicesField.tsx';

type Props = {
  action: Action;
  value: readonly Reason[];
  onChange: (reasons: Reason[]) => void;
  error?: string | undefined;
};

/** Draws nothing for an action without reasons. */
export function ReasonsField({ action, ...control }: Props) {
  const { t } = useTranslation(['action', 'rx']);
  const values = reasonsOffered(action);
  if (values.length === 0) return null;
  const max = limits.reasons;
  return (
    <ChoicesField
      label={t('action:reasons.label')}
      hint={t('action:reasons.hint', { max })}
      values={values}
      words="rx:option.reason"
      max={max}
      {...control}
    />
  );
}
