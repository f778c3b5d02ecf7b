/** The field for the current password, which protects what decides who may sign in. */
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/password-field.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Default: why it is asked for. */
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
