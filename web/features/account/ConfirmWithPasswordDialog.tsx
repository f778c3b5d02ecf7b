/** Dialog that asks for the current password before a change of the second factors, or before other sessions end. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandResult, refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Form } from '#web/ui/form.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import styles from './account.module.css';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

type Props<T> = {
  title: string;
  lead: string;
  confirm: string;
  danger?: boolean;
  /** Default: true. False for a person who has no password; the field is left out. */
  asksPassword?: boolean;
  /** Default: `CurrentPasswordField`'s. */
  hint?: string;
  send: (body: { oldPassword?: string }) => Promise<CommandResult<T>>;
  /** Called with the answer after success. The caller closes or replaces the dialog. */
  onDone: (answer: T) => void;
  onClose: () => void;
};

export function ConfirmWithPasswordDialog<T>(props: Props<T>) {
  const { title, lead, confirm, danger, asksPassword = true, hint, send, onDone, onClose } = props;
  const { t } = useTranslation('account');
  const [oldPassword, setOldPassword] = useState('');
  const command = useCommandState();
  const lacksPassword = asksPassword && oldPassword === '';
  const submit = async () => {
    if (command.pending || lacksPassword) return;
    await command.run(async () => {
      const done = await send(asksPassword ? { oldPassword } : {});
      if (done.ok) onDone(done.answer.data);
      return refusalOf(done);
    });
  };
  const other = command.other(asksPassword ? ['oldPassword'] : []);
  return (
    <SubmitDialog
      size="small"
      title={title}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={confirm}
      submit={submit}
      variant={danger ? 'danger' : 'primary'}
      pending={command.pending}
      disabledReason={lacksPassword ? t('factors.passwordFirst') : undefined}
    >
      <Form className={styles.form} onSubmit={submit}>
        <p className={styles.text}>{lead}</p>
        {other && <Banner tone="danger">{other}</Banner>}
        {asksPassword && (
          <CurrentPasswordField
            autoFocus
            value={oldPassword}
            hint={hint}
            error={command.error('oldPassword')}
            onChange={value => {
              command.clear();
              setOldPassword(value);
            }}
          />
        )}
      </Form>
    </SubmitDialog>
  );
}
