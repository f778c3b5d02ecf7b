/** Back-office settings of the service desk: hours, holidays, canned answers, and duty. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CannedAnswersPanel } from './CannedAnswersPanel.tsx';
import { DeskHoursPanel } from './DeskHoursPanel.tsx';
import { DutySwitch } from './DutySwitch.tsx';
import styles from './desk.module.css';
import { SpecialDaysPanel } from './SpecialDaysPanel.tsx';

export function DeskSettings() {
  const { t } = useTranslation('desk');
  const { data, isError, refetch } = useQuery(deskSettingsQuery());
  if (isError && !data)
    return (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    );
  if (!data) return <Skeleton lines={10} label={t('loading')} />;
  if (!data.may.keep) return <EmptyState title={t('notYours')}>{t('notYoursHow')}</EmptyState>;
  return (
    <>
      <header className={styles.head}>
        <p className={styles.lead}>{t('lead')}</p>
        <DutySwitch />
      </header>
      <div className={styles.settings}>
        <DeskHoursPanel week={data.week} zone={data.zone} />
        <SpecialDaysPanel days={data.days} zone={data.zone} />
        <div className={styles.wide}>
          <CannedAnswersPanel canned={data.canned ?? []} />
        </div>
      </div>
    </>
  );
}
