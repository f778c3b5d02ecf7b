/** Phone and e-mail of the account. A new one takes effect after the code that was sent to it is entered. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';
import type { Profile } from './account-queries.ts';
import { type ContactChannel, ContactDialog, contactChannels } from './ContactDialog.tsx';

export function ContactPanel({ profile, hidden }: { profile: Profile; hidden: boolean }) {
  const { t } = useTranslation('account');
  const [changing, setChanging] = useState<ContactChannel | null>(null);
  return (
    <>
      <Panel flush title={t('contact.title')} note={t('contact.lead')}>
        <ul className={styles.list}>
          {contactChannels.map(contact => (
            <li key={contact} className={styles.line}>
              <div className={styles.words}>
                <h3 className={styles.name}>{t(`contact.${contact}`)}</h3>
                <p className={profile[contact] ? 'num' : 't-3'}>
                  {profile[contact] ?? t(`contact.none.${contact}`)}
                </p>
              </div>
              <Button
                size="small"
                disabled={hidden}
                disabledReason={hidden ? t('eyeHidden') : undefined}
                aria-label={t(`contact.change.${contact}`)}
                onPress={() => setChanging(contact)}
              >
                {t(profile[contact] ? 'contact.change.short' : 'contact.add')}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      {changing && <ContactDialog contact={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
