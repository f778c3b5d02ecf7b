/** Frame of all dialogs that ask for more than a note. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import type { ActionFormProps } from './action-form.ts';
import styles from './actionForm.module.css';

type Props = {
  form: ActionFormProps;
  children: ReactNode;
  submit: () => void;
  pending: boolean;
  disabled?: boolean;
  disabledReason?: string;
  error?: string;
  size?: 'small' | 'medium' | 'large';
};

export function FormDialog({
  form,
  children,
  submit,
  pending,
  disabled,
  disabledReason,
  error,
  size = 'medium',
}: Props) {
  const { t } = useTranslation(['action', 'case']);
  return (
    <SubmitDialog
      title={t(`case:action.${form.action}`)}
      size={size}
      cancel={t('action:cancel')}
      confirm={t(`case:action.${form.action}`)}
      pending={pending}
      disabled={disabled}
      disabledReason={disabled ? disabledReason : undefined}
      shortcut="Ctrl ↵"
      submit={submit}
      onClose={form.onClose}
    >
      <div className={styles.form}>
        <p className={styles.what}>
          <strong className="num">{form.caseId}</strong> · {t(`case:confirm.${form.action}`)}
        </p>
        {error && <Banner tone="danger">{error}</Banner>}
        {children}
      </div>
    </SubmitDialog>
  );
}
