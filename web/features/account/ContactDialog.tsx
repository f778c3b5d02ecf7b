/** Changes a phone or an e-mail: the address, the code that was sent to it, and the password. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emailSchema, phoneSchema } from '#events/case/fields.ts';
import { findIssues } from '#events/parse.ts';
import { refusalOf, sendCommand } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { cacheProfile } from './account-queries.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { useCountdown } from './useCountdown.ts';

/** Ways to reach a person with a code. */
export const contactChannels = ['phone', 'email'] as const;
export type ContactChannel = (typeof contactChannels)[number];

const schemas = { phone: phoneSchema, email: emailSchema };
const inputs = {
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
} as const;
const codeLength = 6;

type Props = { contact: ContactChannel; onClose: () => void };

/** Seconds to wait before the next code, as a refusal gives them. */
const waitOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) || 0 : 0;

/** Requests a code, and counts down to the next one. */
function useCode(contact: ContactChannel, address: string) {
  const command = useCommandState();
  const [wait, startWait] = useCountdown();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = () =>
    command.run(async () => {
      const body = { purpose: 'contact', [contact]: address };
      const done = await sendCommand('POST', '/codes', body, { quiet: true });
      if (done.ok) {
        setSentTo(address);
        startWait(done.answer.data.resendAfter);
      } else startWait(waitOf(done.error.data));
      return refusalOf(done);
    });
  return { command, wait, sentTo, send };
}

function useContactForm({ contact, onClose }: Props) {
  const { t } = useTranslation(['account', 'error']);
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const [oldPassword, setOldPassword] = useState('');
  const [left, setLeft] = useState(false);
  const address = typed.trim();
  const sending = useCode(contact, address);
  const confirming = useCommandState();
  const [wrong] = findIssues(schemas[contact], address);
  const addressError =
    sending.command.error(contact) ??
    confirming.error(contact) ??
    (left && wrong ? t(`error:issue.${wrong.issue}`, { ...wrong.values }) : undefined);
  const send = () => {
    setLeft(true);
    if (!wrong) void sending.send();
  };
  const confirm = async () => {
    if (confirming.pending || sending.sentTo !== address) return;
    await confirming.run(async () => {
      const body = { [contact]: address, code: code.trim(), oldPassword };
      const done = await sendCommand('PUT', `/profile/${contact}`, body, { quiet: true });
      if (done.ok) {
        cacheProfile(done.answer.data);
        toast({ text: t(`account:contact.saved.${contact}`), tone: 'ok' });
        onClose();
      }
      return refusalOf(done);
    });
  };
  const typing = (set: (value: string) => void) => (value: string) => {
    confirming.clear();
    sending.command.clear();
    set(value);
  };
  return {
    ...{ typed, code, oldPassword, addressError, sending, confirming, send, confirm },
    set: { typed: typing(setTyped), code: typing(setCode), oldPassword: typing(setOldPassword) },
    isSent: sending.sentTo !== null && sending.sentTo === address,
  };
}

export function ContactDialog(props: Props) {
  const { contact, onClose } = props;
  const { t } = useTranslation('account');
  const form = useContactForm(props);
  const { sending, confirming } = form;
  const other = confirming.other([contact, 'code', 'oldPassword']) ?? sending.command.other([contact]);
  return (
    <Dialog
      open
      size="small"
      title={t(`contact.change.${contact}`)}
      onClose={onClose}
      onCtrlEnter={() => void form.confirm()}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={confirming.pending}
            disabled={!form.isSent}
            disabledReason={form.isSent ? undefined : t('contact.sendFirst')}
            onPress={() => void form.confirm()}
          >
            {t('contact.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {other && <Banner tone="danger">{other}</Banner>}
        <AddressForm contact={contact} form={form} />
        <CodeForm form={form} />
      </div>
    </Dialog>
  );
}

type ContactForm = ReturnType<typeof useContactForm>;

/** A separate form, so that Enter only sends the code. */
function AddressForm({ contact, form }: { contact: ContactChannel; form: ContactForm }) {
  const { t } = useTranslation('account');
  const { wait, command } = form.sending;
  const waiting = wait > 0 ? t('contact.wait', { seconds: wait }) : undefined;
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        if (wait === 0) form.send();
      }}
    >
      <TextField
        {...inputs[contact]}
        label={t(`contact.new.${contact}`)}
        required
        autoFocus
        numeric={contact === 'phone'}
        value={form.typed}
        error={form.addressError}
        onChange={form.set.typed}
      />
      <div className={styles.acts}>
        <Button
          type="submit"
          pending={command.pending}
          disabled={waiting !== undefined}
          disabledReason={waiting}
        >
          {t(form.isSent ? 'contact.sendAgain' : 'contact.send')}
        </Button>
        {waiting && <span className="t-2 num">{waiting}</span>}
      </div>
    </Form>
  );
}

function CodeForm({ form }: { form: ContactForm }) {
  const { t } = useTranslation('account');
  const { sending, confirming, isSent } = form;
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSent) code.current?.focus();
  }, [isSent]);
  return (
    <Form className={styles.form} onSubmit={form.confirm}>
      <TextField
        ref={code}
        label={t('contact.code')}
        hint={isSent ? t('contact.codeHow', { to: sending.sentTo }) : t('contact.sendFirst')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        numeric
        required
        disabled={!isSent}
        value={form.code}
        error={confirming.error('code')}
        onChange={form.set.code}
      />
      <CurrentPasswordField
        value={form.oldPassword}
        onChange={form.set.oldPassword}
        error={confirming.error('oldPassword')}
      />
      {/* Enter in a field submits the form. */}
      <button type="submit" hidden />
    </Form>
  );
}
