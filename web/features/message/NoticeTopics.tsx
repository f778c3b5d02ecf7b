/**
 * Topics that count as notices, and topics that are also mailed. Each change is saved at once and confirmed.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MailTopic, mailTopics } from '#events/mail/topics.ts';
import {
  type MailSettingsItem,
  mailSettingsQuery,
  type NoticeItem,
  noticeSettingsQuery,
} from '#web/lib/queries.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './message.module.css';
import { useSaveNotificationSetting } from './useSaveNotificationSetting.ts';

const withoutTopic = (topics: readonly MailTopic[], changed: MailTopic, on: boolean) =>
  mailTopics.filter(topic => (topic === changed ? on : topics.includes(topic)));

/** The person's last choice; after a refusal, the server's. */
function useTopics(kept: readonly MailTopic[], send: (topics: MailTopic[]) => Promise<boolean>) {
  const [typed, setTyped] = useState<readonly MailTopic[] | null>(null);
  const topics = typed ?? kept;
  return {
    topics,
    set: async (topic: MailTopic, on: boolean) => {
      const next = withoutTopic(topics, topic, on);
      setTyped(next);
      const done = await send(next);
      setTyped(null);
      return done;
    },
  };
}

export function NoticeTopics({ mail, notice }: { mail: MailSettingsItem; notice: NoticeItem }) {
  const { t } = useTranslation('message');
  const toMail = useSaveNotificationSetting(mailSettingsQuery(), '/mail');
  const toHere = useSaveNotificationSetting(noticeSettingsQuery(), '/notice');
  const here = useTopics(notice.topics, topics => toHere.send('PUT', 'here', { topics }));
  const byPost = useTopics(mail.topics, topics => toMail.send('PUT', 'topics', { topics }));
  const [saved, setSaved] = useState(false);
  const save = async (done: Promise<boolean>) => {
    setSaved(false);
    setSaved(await done);
  };
  const isPending = toMail.pending || toHere.pending;
  const refused = toMail.error ?? toHere.error;
  return (
    <Panel title={t('mail.topics')} note={t('mail.topicsHow')} flush>
      <table className={styles.topics}>
        <thead>
          <tr>
            <th scope="col">{t('mail.about')}</th>
            <th scope="col">{t('mail.here')}</th>
            <th scope="col">{t('mail.byMail')}</th>
          </tr>
        </thead>
        <tbody>
          {mailTopics.map(topic => (
            <tr key={topic}>
              <th scope="row">
                {t(`mail.topic.${topic}`)}
                <span className="t-2">{t(`mail.note.${topic}`)}</span>
              </th>
              <td>
                <Switch checked={here.topics.includes(topic)} onChange={on => void save(here.set(topic, on))}>
                  <span className="visually-hidden">
                    {t('mail.cell', { topic: t(`mail.topic.${topic}`), where: t('mail.here') })}
                  </span>
                </Switch>
              </td>
              <td>
                <Checkbox
                  label={t('mail.cell', { topic: t(`mail.topic.${topic}`), where: t('mail.byMail') })}
                  checked={byPost.topics.includes(topic)}
                  disabled={!mail.confirmed}
                  onChange={on => void save(byPost.set(topic, on))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.tableNote}>
        {!mail.confirmed && <span className="t-2">{t('mail.confirmFirst')} </span>}
        {refused && <span role="alert">{refused}</span>}
        <span className="t-2" role="status">
          {isPending ? t('mail.saving') : saved ? t('mail.saved') : ''}
        </span>
      </p>
    </Panel>
  );
}
