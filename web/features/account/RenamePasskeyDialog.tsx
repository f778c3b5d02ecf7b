/** Renames a passkey. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Form } from '#web/ui/form.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './account.module.css';
import { factorCommands, type OwnPasskey } from './factor-queries.ts';

const nameLength = 60;

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [name, setName] = useState(passkey.name);
  const command = useCommandState();
  const submit = async () => {
    if (command.pending || name.trim() === '') return;
    await command.run(async () => {
      const done = await factorCommands.renamePasskey(passkey.id, name.trim());
      if (done.ok) onClose();
      return refusalOf(done);
    });
  };
  return (
    <SubmitDialog
      size="small"
      title={t('passkeys.renameOf', { name: passkey.name })}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t('save')}
      submit={submit}
      pending={command.pending}
    >
      <Form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('passkeys.name')}
          maxLength={nameLength}
          required
          autoFocus
          value={name}
          error={command.error('name') ?? command.other(['name'])}
          onChange={value => {
            command.clear();
            setName(value);
          }}
        />
      </Form>
    </SubmitDialog>
  );
}
