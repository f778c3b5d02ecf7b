/** /userMessage?mail=1: what a person is told of, where, and when not. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailSettings, noticeSettings } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ByMail } from './ByMail.tsx';
import styles from './message.module.css';
import { QuietHours } from './QuietHours.tsx';
import { ThisBrowser } from './ThisBrowser.tsx';
import { Topics } from './Topics.tsx';

export function Settings() {
  const { t } = useTranslation('message');
  const mail = useQuery(mailSettings());
  const notice = useQuery(noticeSettings());
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
      <Topics mail={mail.data} notice={notice.data} />
      <div className={styles.column}>
        <ByMail item={mail.data} />
        <ThisBrowser />
        <QuietHours quiet={notice.data.quiet} />
      </div>
    </div>
  );
}
