/** Adds a passkey: its name and the current password, then the browser asks for a finger, a face or a PIN. */
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandRefusal, refusalOf, sendCommand } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Form } from '#web/ui/form.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { factorCommands } from './factor-queries.ts';

const nameLength = 60;

function useAddPasskey(onClose: () => void) {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const [oldPassword, setOldPassword] = useState('');
  const command = useCommandState();
  const add = async (): Promise<CommandRefusal> => {
    const begun = await sendCommand('POST', '/factors/passkeys/options', { oldPassword }, { quiet: true });
    if (!begun.ok) return refusalOf(begun);
    try {
      const response = await startRegistration({ optionsJSON: begun.answer.data.options });
      const done = await factorCommands.addPasskey({ name: name.trim(), response });
      if (done.ok) {
        toast({ text: t('passkeys.added'), tone: 'ok' });
        onClose();
      }
      return refusalOf(done);
    } catch (error) {
      // The browser's dialog was closed, timed out, or found that this device already has a passkey.
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      return { issues: [], message: t(isKnown ? 'passkeys.known' : 'passkeys.notMade') };
    }
  };
  const ready = name.trim() !== '' && oldPassword !== '';
  const submit = async () => {
    if (!command.pending && ready) await command.run(add);
  };
  const typing = (set: (value: string) => void) => (value: string) => {
    command.clear();
    set(value);
  };
  return {
    name,
    oldPassword,
    command,
    ready,
    submit,
    set: { name: typing(setName), oldPassword: typing(setOldPassword) },
  };
}

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { name, oldPassword, command, ready, submit, set } = useAddPasskey(onClose);
  const other = command.other(['name', 'oldPassword']);
  return (
    <SubmitDialog
      size="small"
      title={t('passkeys.add')}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t('factors.next')}
      submit={submit}
      pending={command.pending}
      disabledReason={ready ? undefined : t('passkeys.fillFirst')}
    >
      <Form className={styles.form} onSubmit={submit}>
        <p className={styles.text}>{t('passkeys.addHow')}</p>
        {other && <Banner tone="danger">{other}</Banner>}
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.nameHow')}
          maxLength={nameLength}
          required
          autoFocus
          value={name}
          error={command.error('name')}
          onChange={set.name}
        />
        <CurrentPasswordField
          value={oldPassword}
          error={command.error('oldPassword')}
          onChange={set.oldPassword}
        />
        {/* Enter in a field submits the form. */}
        <button type="submit" hidden />
      </Form>
    </SubmitDialog>
  );
}
