/** One export: its progress, its citation, and the buttons for it. */

import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnfinishedJob } from '#events/job-state.ts';
import { formatFileSize, formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { citationOfExport } from '../citation.ts';
import styles from './data.module.css';
import { exportRangeToDays } from './export-days.ts';
import { cancelOrDeleteExport, type ExportItem } from './export-queries.ts';

const tones = { waiting: 'neutral', making: 'info', ready: 'ok', failed: 'danger' } as const;

function Progress({ item: { progress, state } }: { item: ExportItem }) {
  const { t } = useTranslation('analysis');
  const { done, events } = progress;
  const value = events === 0 ? null : Math.round((done / events) * 100);
  const text = events === 0 ? undefined : t('data.progress', { done, events });
  return <ProgressBar label={t(`data.state.${state}`)} hideLabel value={value} text={text} />;
}

function Acts({ item }: { item: ExportItem }) {
  const { t } = useTranslation('analysis');
  const [pending, setPending] = useState(false);
  const drop = async () => {
    if (pending) return;
    setPending(true);
    const done = await cancelOrDeleteExport(item.id);
    setPending(false);
    if (done.ok) toast({ text: t(isUnfinishedJob(item) ? 'data.stopped' : 'data.deleted'), tone: 'ok' });
  };
  return (
    <span className={styles.acts}>
      <Button size="small" pending={pending} onPress={() => void drop()}>
        {t(isUnfinishedJob(item) ? 'data.stop' : 'data.delete')}
      </Button>
      {item.state === 'ready' && item.file && (
        <LinkButton
          size="small"
          variant="primary"
          icon={<Download />}
          href={`/api/analysis/exports/${encodeURIComponent(item.id)}/file`}
          download={item.file.name}
        >
          {t('data.download')}
        </LinkButton>
      )}
    </span>
  );
}

function useRangeText(item: ExportItem, zone: string): string {
  const { t } = useTranslation('analysis');
  const { from, to } = exportRangeToDays(item, zone);
  return from || to ? t('data.range', { from: from ?? '…', to: to ?? '…' }) : t('data.everything');
}

function FileText({ item: { file, until } }: { item: ExportItem }) {
  const { t, i18n } = useTranslation('analysis');
  if (!file) return null;
  return (
    <p className="t-small">
      {t('data.file', { events: file.events, size: formatFileSize(file.bytes, i18n.language) })}
      {until && ` ${t('data.until', { at: formatMoment(until) })}`}
    </p>
  );
}

/** @param zone the organisation's time zone, IANA name */
export function ExportRow({ item, zone }: { item: ExportItem; zone: string }) {
  const { t } = useTranslation('analysis');
  const { format, trace, facts, at, state, why, position, clock } = item;
  const more = [
    useRangeText(item, zone),
    format === 'xes' && t(`data.traceKind.${trace}`),
    facts && t('data.withFacts'),
    t('data.orderedAt', { at: formatMoment(at) }),
  ];
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className="t-strong">{t(`data.formatName.${format}`)}</p>
        <p className="t-small t-2">{more.filter(Boolean).join(' · ')}</p>
        <StatusChip tone={tones[state]}>{t(`data.state.${state}`)}</StatusChip>
        {why && <p className="t-small">{t(`data.why.${why}`)}</p>}
        {isUnfinishedJob(item) && <Progress item={item} />}
        <FileText item={item} />
        <p className={styles.citation}>
          <span className="t-small t-2">{t('data.asOfText', { clock: formatMoment(clock), position })}</span>
          <CopyButton text={() => citationOfExport(item)} label={t('data.cite')} copied={t('data.cited')} />
        </p>
      </div>
      <Acts item={item} />
    </li>
  );
}
