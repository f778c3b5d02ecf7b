/** An import: who has accepted, the states of its messages, and its withdrawal. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { BackToPeopleLink } from './ImportPeople.tsx';
import { InvitationList } from './InvitationList.tsx';
import styles from './import.module.css';
import { type ImportWithSendings, importProgressQuery, withdrawImport } from './import-queries.ts';
import { importHref } from './people-links.ts';
import { managedOrganisationsQuery } from './people-queries.ts';

const sendingStates = ['sent', 'waiting', 'failed', 'expired'] as const;

type Props = { id: string; page: number };

export function ImportResult({ id, page }: Props) {
  const { t } = useTranslation('import');
  const { data, isError, refetch } = useQuery(importProgressQuery(id));
  const { data: organisations = [] } = useQuery(managedOrganisationsQuery());
  const [withdrawing, setWithdrawing] = useState(false);
  if (isError && !data)
    return (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    );
  if (!data) return <Skeleton lines={8} label={t('loading')} />;
  return (
    <div className={styles.import}>
      <header className={styles.head}>
        <BackToPeopleLink />
        <h2 className="t-section">{t('resultTitle', { day: dayOf(data.at) })}</h2>
        {data.open > 0 && (
          <span className="push">
            <Button variant="danger" onPress={() => setWithdrawing(true)}>
              {t('withdraw')}
            </Button>
          </span>
        )}
      </header>
      <Counts progress={data} />
      <InvitationList
        page={page}
        pageHref={to => importHref(id, to)}
        organisations={organisations}
        importId={id}
        empty={<EmptyState title={t('allDone')} />}
      />
      {withdrawing && <WithdrawDialog progress={data} onClose={() => setWithdrawing(false)} />}
    </div>
  );
}

function Counts({ progress: { count, accepted, open, by, mail, sms } }: { progress: ImportWithSendings }) {
  const { t } = useTranslation('import');
  const waiting = mail.waiting + sms.waiting;
  const wordsOf = (counts: typeof mail) =>
    sendingStates
      .filter(state => counts[state] > 0)
      .map(state => t(`sent.${state}`, { count: counts[state] }))
      .join(' · ');
  const totalOf = (counts: typeof mail) => Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      {open > 0 && (
        <ProgressBar
          label={t('sendingTitle')}
          value={((open - waiting) / open) * 100}
          tone={waiting > 0 ? 'brand' : 'ok'}
          text={t('sending', { done: open - waiting, count: open })}
        />
      )}
      <KeyValueList
        items={[
          { label: t('counts.people'), value: count },
          { label: t('counts.accepted'), value: accepted },
          ...(totalOf(mail) > 0 ? [{ label: t('counts.mail'), value: wordsOf(mail) }] : []),
          ...(totalOf(sms) > 0 ? [{ label: t('counts.sms'), value: wordsOf(sms) }] : []),
          { label: t('counts.by'), value: by.name },
        ]}
      />
    </>
  );
}

function WithdrawDialog({
  progress: { id, open },
  onClose,
}: {
  progress: ImportWithSendings;
  onClose: () => void;
}) {
  const { t } = useTranslation('import');
  const withdraw = async () => {
    const done = await withdrawImport(id);
    if (!done.ok) return;
    toast({ text: t('withdrawn'), tone: 'ok' });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t('withdrawTitle', { count: open })}
      confirm={t('withdrawConfirm')}
      cancel={t('cancel')}
      onConfirm={withdraw}
      onClose={onClose}
    >
      {t('withdrawHow')}
    </ConfirmDialog>
  );
}
