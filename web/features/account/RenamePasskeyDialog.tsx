/** Renames a passkey. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
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
    <Dialog
      open
      size="small"
      title={t('passkeys.renameOf', { name: passkey.name })}
      onClose={onClose}
      onCtrlEnter={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" pending={command.pending} onPress={() => void submit()}>
            {t('save')}
          </Button>
        </>
      }
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
    </Dialog>
  );
}
