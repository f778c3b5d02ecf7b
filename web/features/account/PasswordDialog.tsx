/** A change of the second factors that asks for the current password only. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import styles from './account.module.css';
import { CurrentPassword } from './CurrentPassword.tsx';
import { changeFactors } from './factor-queries.ts';

type Props<T> = {
  title: string;
  lead: string;
  confirm: string;
  danger?: boolean;
  /** Path of the change below /api/factors. */
  path: string;
  /** Called after success; closes the dialog. */
  onDone: (answer: T) => void;
  onClose: () => void;
};

export function PasswordDialog<T>({ title, lead, confirm, danger, path, onDone, onClose }: Props<T>) {
  const { t } = useTranslation('account');
  const [oldPassword, setOldPassword] = useState('');
  const command = useCommandState();
  const submit = async () => {
    if (command.pending || oldPassword === '') return;
    await command.run(async () => {
      const done = await changeFactors<T>(path, { oldPassword });
      if (done.ok) onDone(done.answer.data);
      return refusalOf(done);
    });
  };
  const other = command.other(['oldPassword']);
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      onCtrlEnter={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={command.pending}
            disabledReason={oldPassword === '' ? t('factors.passwordFirst') : undefined}
            onPress={() => void submit()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Form className={styles.form} onSubmit={submit}>
        <p className={styles.text}>{lead}</p>
        {other && <Banner tone="danger">{other}</Banner>}
        <CurrentPassword
          value={oldPassword}
          error={command.error('oldPassword')}
          onChange={value => {
            command.clear();
            setOldPassword(value);
          }}
        />
      </Form>
    </Dialog>
  );
}
