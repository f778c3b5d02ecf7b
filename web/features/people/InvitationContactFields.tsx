/** The address to which an invitation goes: an e-mail or a phone. */
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const channels = ['mail', 'sms'] as const;

export type TypedContact = { channel: (typeof channels)[number]; email: string; phone: string };

type Props = {
  value: TypedContact;
  onChange: (value: TypedContact) => void;
  issueAt: (field: string) => string | undefined;
};

export function InvitationContactFields({ value, onChange, issueAt }: Props) {
  const { t } = useTranslation('people');
  return (
    <>
      <SegmentedControl
        label={t('invite.channel')}
        value={value.channel}
        onChange={channel => onChange({ ...value, channel })}
        options={channels.map(channel => ({ value: channel, label: t(`invite.channels.${channel}`) }))}
      />
      {value.channel === 'mail' ? (
        <TextField
          key="mail"
          label={t('email')}
          type="email"
          required
          maxLength={254}
          value={value.email}
          onChange={email => onChange({ ...value, email })}
          error={issueAt('email')}
        />
      ) : (
        <TextField
          key="sms"
          label={t('phone')}
          type="tel"
          required
          maxLength={30}
          value={value.phone}
          onChange={phone => onChange({ ...value, phone })}
          error={issueAt('phone')}
        />
      )}
    </>
  );
}
