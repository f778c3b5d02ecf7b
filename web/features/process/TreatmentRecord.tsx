/** One record of process control: photos of the mouth next to the plan's picture of that stage. */

import { Box } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { actorName } from '#web/lib/actor-name.ts';
import { PlanStagePicture } from './PlanStagePicture.tsx';
import styles from './process.module.css';
import { RemoveEntryButton } from './RemoveEntryButton.tsx';

export type TreatmentRecordItem = CaseView['records'][number];

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

export function TreatmentRecord({
  view,
  record,
  past,
}: {
  view: CaseView;
  record: TreatmentRecordItem;
  past: boolean;
}) {
  const { t } = useTranslation(['process', 'rx']);
  const { date, stage, by, files, remarks } = record;
  const photos = files.filter(file => file.kind !== 'stl');
  const models = files.filter(file => file.kind === 'stl');
  return (
    <li className={styles.record}>
      <div className={styles.head}>
        <h3 className="t-strong num">{t(stage === 0 ? 'process:atStart' : 'process:atStage', { stage })}</h3>
        <span className="num t-2">{date}</span>
        <span className="t-2">{actorName(by, t)}</span>
        {!past && view.may.removeProcess === 'yes' && (
          <span className="push">
            <RemoveEntryButton
              caseId={view.caseId}
              action="removeProcess"
              input={{ record: record.record }}
              what={{ date, stage }}
            />
          </span>
        )}
      </div>
      {remarks && <p className={styles.said}>{remarks}</p>}
      <div className={styles.shots}>
        <PlanStagePicture view={view} stage={stage} />
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
