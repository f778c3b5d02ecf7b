/** /userMessage?mail=1: notification settings: topics, channels, and quiet hours. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailSettingsQuery, noticeSettingsQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BrowserNoticeSettings } from './BrowserNoticeSettings.tsx';
import { MailAddressSettings } from './MailAddressSettings.tsx';
import styles from './message.module.css';
import { NoticeTopics } from './NoticeTopics.tsx';
import { QuietHours } from './QuietHours.tsx';

export function NotificationSettings() {
  const { t } = useTranslation('message');
  const mail = useQuery(mailSettingsQuery());
  const notice = useQuery(noticeSettingsQuery());
  const readAgain = () => Promise.all([mail.refetch(), notice.refetch()]);
  if (!mail.data || !notice.data)
    return mail.isError || notice.isError ? (
      <EmptyState
        title={t('mail.failed')}
        action={<Button onPress={() => void readAgain()}>{t('mail.retry')}</Button>}
      />
    ) : (
      <Skeleton lines={4} label={t('mail.title')} />
    );
  return (
    <div className={styles.panels}>
      <NoticeTopics mail={mail.data} notice={notice.data} />
      <div className={styles.column}>
        <MailAddressSettings item={mail.data} />
        <BrowserNoticeSettings />
        <QuietHours quiet={notice.data.quiet} />
      </div>
    </div>
  );
}
