/** One record of process control: what was taken in the mouth beside what the plan shows at that stage. */
import { Box, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { act } from '#web/lib/act.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PlanAt } from './PlanAt.tsx';
import styles from './process.module.css';

export type RecordItem = CaseView['records'][number];

function Shot({ file, caption }: { file: FileItem; caption: string }) {
  return (
    <figure className={styles.shot}>
      <a
        className={styles.picture}
        href={file.kind === 'stl' ? `/api/files/${file.id}?download=1` : `/api/files/${file.id}`}
        target="_blank"
        rel="noreferrer"
      >
        <FilePicture file={file} alt={caption} />
      </a>
      <figcaption aria-hidden="true">
        {file.kind === 'stl' && <Box size={14} />} {caption}
      </figcaption>
    </figure>
  );
}

function Remove({ view, record }: { view: CaseView; record: RecordItem }) {
  const { t } = useTranslation(['process', 'action', 'case']);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const label = t('process:removeRecord', { date: record.date, stage: record.stage });
  const remove = async () => {
    setPending(true);
    const done = await act(view.caseId, 'removeProcess', { record: record.record });
    setPending(false);
    // What is gone already is gone.
    if (done.ok || done.error.http === 404) setAsking(false);
  };
  return (
    <>
      <IconButton size="small" label={label} icon={<Trash2 />} onPress={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        danger
        title={t('case:action.removeProcess')}
        confirm={t('process:remove')}
        cancel={t('action:cancel')}
        pending={pending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>{t('process:removeAsk', { date: record.date, stage: record.stage })}</p>
      </ConfirmDialog>
    </>
  );
}

export function Record({ view, record, past }: { view: CaseView; record: RecordItem; past: boolean }) {
  const { t } = useTranslation(['process', 'rx']);
  const { date, stage, by, files, remarks } = record;
  const photos = files.filter(file => file.kind !== 'stl');
  const models = files.filter(file => file.kind === 'stl');
  return (
    <li className={styles.record}>
      <div className={styles.head}>
        <h3 className="t-strong num">{t(stage === 0 ? 'process:atStart' : 'process:atStage', { stage })}</h3>
        <span className="num t-2">{date}</span>
        <span className="t-2">{by.name}</span>
        {!past && view.may.removeProcess === 'yes' && (
          <span className="push">
            <Remove view={view} record={record} />
          </span>
        )}
      </div>
      {remarks && <p className={styles.said}>{remarks}</p>}
      <div className={styles.shots}>
        <PlanAt view={view} stage={stage} />
        {photos.map((file, i) => (
          <Shot
            key={file.id}
            file={file}
            caption={file.slot ? t(`rx:slot.${file.slot}`) : t('process:photo', { n: i + 1 })}
          />
        ))}
        {models.map((file, i) => (
          <Shot key={file.id} file={file} caption={t('process:model', { n: i + 1 })} />
        ))}
      </div>
    </li>
  );
}
