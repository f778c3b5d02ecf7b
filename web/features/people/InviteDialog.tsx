/** Invites a person by e-mail or text message. The person chooses user name and password. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/act.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { languages } from '#web/lib/i18n.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Select } from '#web/ui/select.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { InvitationContactFields, type TypedContact } from './InvitationContactFields.tsx';
import { PositionFields, type TypedPosition } from './PositionFields.tsx';
import styles from './people.module.css';
import { invitePerson, type OrganisationItem } from './people-queries.ts';

type Props = { organisations: readonly OrganisationItem[]; onClose: () => void };

const fields = ['name', 'email', 'phone', 'position', 'orgId', 'serves', 'lang'];

export function InviteDialog({ organisations, onClose }: Props) {
  const { t } = useTranslation(['people', 'backOffice']);
  const boot = useBoot();
  const [name, setName] = useState('');
  const [address, setAddress] = useState<TypedContact>({ channel: 'mail', email: '', phone: '' });
  const [lang, setLang] = useState(boot.lang);
  const [typed, setPlace] = useState<TypedPosition>({ position: '', orgId: '', serves: [] });
  // The dialog may open before the organisations are read.
  const place = { ...typed, orgId: typed.orgId || (organisations[0]?.orgId ?? '') };
  const command = useCommandState();
  const above = command.other(fields);

  const submit = async () => {
    if (command.pending) return;
    const { serves, ...to } = place;
    await command.run(async () => {
      const done = await invitePerson({
        name: name.trim(),
        ...(address.channel === 'mail' ? { email: address.email.trim() } : { phone: address.phone.trim() }),
        lang,
        ...to,
        ...(serves.length > 0 ? { serves } : {}),
      });
      if (done.ok) {
        const { email, phone } = done.answer.data;
        toast({ text: t('people:invite.sent', { address: email ?? phone }), tone: 'ok' });
        onClose();
      }
      return refusalOf(done);
    });
  };
  return (
    <SubmitDialog
      size="small"
      title={t('people:invite.title')}
      onClose={onClose}
      cancel={t('people:cancel')}
      confirm={t('people:invite.send')}
      submit={submit}
      pending={command.pending}
    >
      <div className={styles.form}>
        <p className="t-2">{t('people:invite.how')}</p>
        {above && <Banner tone="danger">{above}</Banner>}
        <TextField
          label={t('people:name')}
          required
          autoFocus
          maxLength={60}
          value={name}
          onChange={setName}
          error={command.error('name')}
        />
        <InvitationContactFields value={address} onChange={setAddress} issueAt={command.error} />
        <PositionFields
          value={place}
          onChange={setPlace}
          organisations={organisations}
          issueAt={command.error}
        />
        <Select
          label={t('people:invite.lang')}
          value={lang}
          onChange={setLang}
          options={languages.map(value => ({ value, label: t(`backOffice:language.${value}`) }))}
        />
      </div>
    </SubmitDialog>
  );
}
