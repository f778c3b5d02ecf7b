/** A doctor's covers, given and taken, with the buttons to arrange one and to hand cases over. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CoverDialog } from './CoverDialog.tsx';
import styles from './cover.module.css';
import { type CoverItem, coverCommands, coversQuery } from './cover-queries.ts';

function EndDialog({ of, onClose }: { of: CoverItem; onClose: () => void }) {
  const { t } = useTranslation('cover');
  const names = { owner: of.owner.name, colleague: of.colleague.name };
  const end = async () => {
    const done = await coverCommands.end(of.id);
    if (done.ok) toast({ text: t('did.end', names), tone: 'ok' });
    if (done.ok || done.error.http === 404) onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t('endTitle', names)}
      confirm={t('end')}
      cancel={t('cancel')}
      onClose={onClose}
      onConfirm={end}
    >
      <p>{t(of.given ? 'endHow' : 'endTakenHow', names)}</p>
    </ConfirmDialog>
  );
}

function Cover({ of, onEnd }: { of: CoverItem; onEnd: () => void }) {
  const { t } = useTranslation('cover');
  const names = { owner: of.owner.name, colleague: of.colleague.name };
  const act = t(of.active ? 'end' : 'cancelCover');
  const cases = of.cases?.map(({ caseId, patientName }) => [caseId, patientName].filter(Boolean).join(' '));
  return (
    <li className={styles.cover}>
      <div className={styles.words}>
        <p className="t-strong">{t(of.given ? 'given' : 'taken', names)}</p>
        <p className="t-small">
          <span className="num">{t('span', { first: of.first, last: of.last })}</span>
          {' · '}
          {cases ? cases.join(t('comma')) : t('allOf')}
        </p>
        <p className="t-small t-2">{of.note}</p>
      </div>
      <span className={styles.acts}>
        <StatusChip tone={of.active ? 'ok' : 'info'}>{t(of.active ? 'active' : 'planned')}</StatusChip>
        <Button size="small" aria-label={t('endOf', { ...names, act })} onPress={onEnd}>
          {act}
        </Button>
      </span>
    </li>
  );
}

export function CoverPanel({ me }: { me: string }) {
  const { t } = useTranslation('cover');
  const { data, isError, refetch } = useQuery(coversQuery());
  const [open, setOpen] = useState<'cover' | 'handOver' | CoverItem | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel
      title={t('title')}
      className={styles.panel}
      action={
        <span className={styles.acts}>
          <Button size="small" onPress={() => setOpen('handOver')}>
            {t('handOver')}
          </Button>
          <Button size="small" variant="primary" onPress={() => setOpen('cover')}>
            {t('arrange')}
          </Button>
        </span>
      }
    >
      {data ? (
        data.length === 0 ? (
          <p className="t-2">{t('empty')}</p>
        ) : (
          <ul className={styles.list}>
            {data.map(cover => (
              <Cover key={cover.id} of={cover} onEnd={() => setOpen(cover)} />
            ))}
          </ul>
        )
      ) : isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={3} label={t('loading')} />
      )}
      {(open === 'cover' || open === 'handOver') && <CoverDialog kind={open} me={me} onClose={close} />}
      {open !== null && typeof open === 'object' && <EndDialog of={open} onClose={close} />}
    </Panel>
  );
}
