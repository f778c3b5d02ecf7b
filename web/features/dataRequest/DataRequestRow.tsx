/** One request with its status, its progress, and this person's actions on it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type DataRequestItem, dataRequestCommands, dataRequestQuery } from './data-request-queries.ts';
import styles from './dataRequest.module.css';
import { dataRequestStatusText, dataRequestStatusTones } from './status-text.ts';

const ConfirmRequestDialog = lazy(() => import('./ConfirmRequestDialog.tsx'));

type ErasureStep = NonNullable<AnswerData<'/api/dataRequests/:id'>['step']>;
const steps: readonly ErasureStep[] = ['waiting', 'cases', 'key', 'files', 'rows'];
const percent = (part: number, of: number) => (of === 0 ? null : Math.round((part / of) * 100));

/** Progress of an erasure or a copy. */
function RequestProgress({ item }: { item: DataRequestItem }) {
  const { t } = useTranslation('dataRequest');
  const { data } = useQuery(dataRequestQuery(item.id, true));
  const label = t(`standing.working.${item.kind}`);
  if (item.kind === 'erasure') {
    const step = data?.step ?? 'waiting';
    return (
      <ProgressBar
        label={label}
        hideLabel
        value={percent(steps.indexOf(step), steps.length)}
        text={t(`progress.step.${step}`)}
      />
    );
  }
  const { done = 0, files = 0 } = data?.progress ?? {};
  const text = files > 0 ? t('progress.copy', { done, files }) : t('progress.step.waiting');
  return <ProgressBar label={label} hideLabel value={percent(done, files)} text={text} />;
}

type ActsProps = {
  item: DataRequestItem;
  standing: ReturnType<typeof dataRequestStatusOf>;
  onConfirm: () => void;
};

function Acts({ item, standing, onConfirm }: ActsProps) {
  const { t } = useTranslation('dataRequest');
  const [pending, setPending] = useState(false);
  const act = async (verb: 'withdraw' | 'stop', word: string) => {
    if (pending) return;
    setPending(true);
    const done = await dataRequestCommands.act(item.id, verb);
    setPending(false);
    if (done.ok) toast({ text: t(`did.${word}`), tone: 'ok' });
  };
  const button = (verb: 'withdraw' | 'stop', word: string, did: string) => (
    <Button size="small" pending={pending} onPress={() => void act(verb, did)}>
      {t(word)}
    </Button>
  );
  const stops = item.kind === 'copy' && item.mine;
  return (
    <span className={styles.acts}>
      {standing === 'open' && item.mine && button('withdraw', 'withdraw', 'withdraw')}
      {standing === 'open' && item.second && button('withdraw', 'decline', 'decline')}
      {standing === 'open' && item.second && (
        <Button size="small" variant="primary" onPress={onConfirm}>
          {t('confirmDots')}
        </Button>
      )}
      {standing === 'working' && stops && button('stop', 'stopMaking', 'stop')}
      {standing === 'ready' && stops && button('stop', 'deleteCopy', 'stop')}
      {standing === 'ready' && stops && (
        <LinkButton
          size="small"
          variant="primary"
          href={`/api/dataRequests/${encodeURIComponent(item.id)}/copy.zip`}
          download={`${item.id}.zip`}
        >
          {t('download')}
        </LinkButton>
      )}
    </span>
  );
}

/** @param linked shows the case as a link; false on the case's own page */
export function DataRequestRow({ item, linked = true }: { item: DataRequestItem; linked?: boolean }) {
  const { t } = useTranslation('dataRequest');
  const now = useNow();
  const [confirming, setConfirming] = useState(false);
  const standing = dataRequestStatusOf(item, now);
  const { kind, caseId, patientName, by, at, confirmed } = item;
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className="t-strong">{t(`kind.${kind}`)}</p>
        <p>
          {linked && patientName ? (
            <Link className="link" href={`/caseDetail?id=${encodeURIComponent(caseId)}`}>
              <span className="num">{caseId}</span> {patientName}
            </Link>
          ) : (
            <span className="num">{caseId}</span>
          )}
        </p>
        <p className="t-small t-2">
          {[
            t('askedBy', { name: by.name, at: formatMoment(at) }),
            confirmed && t('confirmedBy', { name: confirmed.by.name }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <StatusChip tone={dataRequestStatusTones[standing]}>{dataRequestStatusText(item, now, t)}</StatusChip>
        {standing === 'working' && <RequestProgress item={item} />}
      </div>
      <Acts item={item} standing={standing} onConfirm={() => setConfirming(true)} />
      {confirming && (
        <Suspense fallback={null}>
          <ConfirmRequestDialog item={item} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </li>
  );
}
