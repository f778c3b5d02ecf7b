/** The field for the current password. Commands that change how the person signs in require it. */
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/password-field.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Default: the reason for asking. */
  hint?: string;
  /** True in a dialog with this single field. */
  autoFocus?: boolean;
};

export function CurrentPasswordField({ value, onChange, error, hint, autoFocus }: Props) {
  const { t } = useTranslation('account');
  return (
    <PasswordField
      label={t('password.old')}
      hint={hint ?? t('password.whyOld')}
      capsLockHint={t('password.capsLock')}
      autoComplete="current-password"
      required
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
