/** The mail address for notifications: enter, confirm by code, change, remove. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MailSettingsItem, mailSettingsQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './message.module.css';
import { useSaveNotificationSetting } from './useSaveNotificationSetting.ts';

const useMail = () => useSaveNotificationSetting(mailSettingsQuery(), '/mail');

function Address({
  item,
  onSent,
  onCancel,
}: {
  item: MailSettingsItem;
  onSent: () => void;
  onCancel?: () => void;
}) {
  const { t } = useTranslation('message');
  const { send, pending, error, clear } = useMail();
  const known = item.confirmed ? '' : (item.email ?? item.suggested ?? '');
  // A masked address is no initial value.
  const [email, setEmail] = useState(known.includes('**') ? '' : known);
  const submit = async () => {
    if (!pending && (await send('PUT', 'address', { email: email.trim() }))) onSent();
  };
  return (
    <Form className={styles.mailForm} onSubmit={submit}>
      <TextField
        label={t('mail.email')}
        hint={t('mail.emailHow')}
        type="email"
        autoComplete="email"
        required
        autoFocus={onCancel !== undefined}
        value={email}
        error={error}
        onChange={value => {
          clear();
          setEmail(value);
        }}
      />
      <div className={styles.mailActs}>
        <Button variant="primary" type="submit" pending={pending}>
          {t('mail.sendCode')}
        </Button>
        {onCancel && <Button onPress={onCancel}>{t('mail.cancel')}</Button>}
      </div>
    </Form>
  );
}

/** Confirmation by the mailed code, with a button to send it again. */
function Confirm({ email, onOther }: { email: string; onOther: () => void }) {
  const { t } = useTranslation('message');
  const { send, pending, error, clear } = useMail();
  const [code, setCode] = useState('');
  const submit = async () => {
    if (pending) return;
    if (await send('POST', 'confirm', { code: code.trim() }))
      toast({ text: t('mail.confirmed', { email }), tone: 'ok' });
  };
  return (
    <Form className={styles.mailForm} onSubmit={submit}>
      <TextField
        label={t('mail.code')}
        hint={t('mail.codeHow', { email })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        numeric
        required
        autoFocus
        value={code}
        error={error}
        onChange={value => {
          clear();
          setCode(value);
        }}
      />
      <div className={styles.mailActs}>
        <Button variant="primary" type="submit" pending={pending}>
          {t('mail.confirm')}
        </Button>
        <Button onPress={onOther}>{t('mail.again')}</Button>
      </div>
    </Form>
  );
}

function Confirmed({ item, onChange }: { item: MailSettingsItem; onChange: () => void }) {
  const { t } = useTranslation('message');
  const { send } = useMail();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <p className={styles.mailTo}>
        {t('mail.to', { email: item.email })}
        <Button size="small" onPress={onChange}>
          {t('mail.change')}
        </Button>
        <Button size="small" variant="danger" onPress={() => setAsked(true)}>
          {t('mail.remove')}
        </Button>
      </p>
      <ConfirmDialog
        open={asked}
        danger
        title={t('mail.removeTitle')}
        confirm={t('mail.remove')}
        cancel={t('mail.cancel')}
        onConfirm={async () => {
          if (await send('DELETE', 'address')) toast({ text: t('mail.removed'), tone: 'ok' });
          setAsked(false);
        }}
        onClose={() => setAsked(false)}
      >
        {t('mail.removeHow')}
      </ConfirmDialog>
    </>
  );
}

export function MailAddressSettings({ item }: { item: MailSettingsItem }) {
  const { t } = useTranslation('message');
  const [other, setOther] = useState(false);
  const back = () => setOther(false);
  return (
    <Panel title={t('mail.title')} note={t('mail.lead')}>
      {item.email === null ? (
        <Address item={item} onSent={back} />
      ) : other ? (
        <Address item={item} onSent={back} onCancel={back} />
      ) : item.confirmed ? (
        <Confirmed item={item} onChange={() => setOther(true)} />
      ) : (
        <Confirm email={item.email} onOther={() => setOther(true)} />
      )}
    </Panel>
  );
}
