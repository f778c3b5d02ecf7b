/** Sets up an authenticator app: the password, then the QR code with the app's first code. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Form } from '#web/ui/form.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './account.module.css';
import { ConfirmWithPasswordDialog } from './ConfirmWithPasswordDialog.tsx';
import { factorCommands } from './factor-queries.ts';

type Started = { secret: string; address: string };
type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void };

const codeLength = 6;
const qrSize = 176;

export function AuthenticatorAppSetUpDialog({ onCodes, onClose }: Props) {
  const { t } = useTranslation('account');
  const [started, setStarted] = useState<Started | null>(null);
  if (started) return <FirstCodeDialog started={started} onCodes={onCodes} onClose={onClose} />;
  return (
    <ConfirmWithPasswordDialog<Started>
      title={t('factors.setUpTitle')}
      lead={t('factors.setUpHow')}
      confirm={t('factors.next')}
      send={factorCommands.startApp}
      onDone={setStarted}
      onClose={onClose}
    />
  );
}

function FirstCodeDialog({ started: { secret, address }, onCodes, onClose }: Props & { started: Started }) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const command = useCommandState();
  const submit = async () => {
    if (command.pending || code.length < codeLength) return;
    await command.run(async () => {
      const done = await factorCommands.confirmApp(code);
      if (done.ok) {
        onCodes(done.answer.data.recoveryCodes);
        onClose();
      }
      return refusalOf(done);
    });
  };
  const other = command.other(['code']);
  return (
    <SubmitDialog
      size="small"
      title={t('factors.setUpTitle')}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t('factors.finish')}
      submit={submit}
      pending={command.pending}
      disabledReason={code.length < codeLength ? t('factors.codeFirst') : undefined}
    >
      <Form className={styles.form} onSubmit={submit}>
        <p className={styles.text}>{t('factors.scan')}</p>
        <QrCode className={styles.qr} text={address} title={t('factors.qr')} size={qrSize} margin={4} />
        <div>
          <p className="t-small t-2">{t('factors.orType')}</p>
          <p className={`num ${styles.secret}`}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          <CopyButton text={() => secret} label={t('factors.copySecret')} copied={t('factors.copied')} />
        </div>
        {other && <Banner tone="danger">{other}</Banner>}
        <TextField
          label={t('factors.code')}
          hint={t('factors.codeHow')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
          numeric
          required
          autoFocus
          value={code}
          error={command.error('code')}
          onChange={value => {
            command.clear();
            setCode(value.replaceAll(/\D/g, ''));
          }}
        />
      </Form>
    </SubmitDialog>
  );
}
