/** Digital models and other files: properties, findings, and download. */

import type { TFunction } from 'i18next';
import { Box, Download, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import { useSendAction } from '#web/features/actionForm/useSendAction.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { ModelFacts } from '#web/features/file/ModelFacts.tsx';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CaseRecordDownload } from '../CaseRecordDownload.tsx';
import styles from '../case.module.css';

const ProcessForm = lazy(() =>
  import('#web/features/process/dialogs.tsx').then(m => ({ default: m.ProcessActionForm })),
);

const nameOf = (file: FileItem, t: TFunction<['rx', 'caseDetail']>) =>
  file.slot ? t(`rx:slot.${file.slot}`) : t(`rx:fileKind.${file.kind}`);

function DownloadButton({ file, name }: { file: FileItem; name: string }) {
  const { t } = useTranslation('caseDetail');
  return (
    <IconButton
      size="small"
      label={t('download', { name: file.name || name })}
      icon={<Download />}
      href={`/api/files/${file.id}?download=1`}
    />
  );
}

function FileLine({ file }: { file: FileItem }) {
  const { t } = useTranslation(['rx', 'caseDetail']);
  const name = nameOf(file, t);
  return (
    <li className={styles.file}>
      <span className="t-strong">{name}</span>
      <span className="clip">{file.name}</span>
      <span className="num t-2">{formatBytes(file.size)}</span>
      <span className="num t-2">
        {formatMoment(file.at)} {actorName(file.by, t)}
      </span>
      <DownloadButton file={file} name={name} />
    </li>
  );
}

type ModelLineProps = { caseId: string; file: FileItem; model: CaseView['models'][number] | undefined };

/** A model with its picture, findings, 3D view and original file. */
function ModelLine({ caseId, file, model }: ModelLineProps) {
  const { t } = useTranslation(['rx', 'caseDetail']);
  const name = nameOf(file, t);
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = model?.box ?? [];
  return (
    <li className={styles.model}>
      <span className={styles.modelPicture}>
        <FilePicture file={file} alt={name} />
      </span>
      <div className={styles.modelFacts}>
        <span className={styles.modelName}>
          <span className="t-strong">{name}</span>
          <span className="clip">{file.name}</span>
        </span>
        {model && (
          <ModelFacts
            triangles={model.triangles}
            size={[x1 - x0, y1 - y0, z1 - z0]}
            found={model.found}
            preview
          />
        )}
        <span className="num t-small t-2">
          {formatBytes(file.size)} · {formatMoment(file.at)} {actorName(file.by, t)}
        </span>
      </div>
      <span className="row">
        <IconButton
          size="small"
          label={t('caseDetail:see', { name: file.name || name })}
          icon={<Box />}
          href={`/showStlView/${caseId}?file=${file.id}`}
        />
        <DownloadButton file={file} name={name} />
      </span>
    </li>
  );
}

export function DigitalModelSection({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const models = view.files.filter(f => f.kind === 'stl');
  const read = new Map(view.models.map(m => [m.fileId, m]));
  return (
    <Panel id="digitalModel" title={t('case:page.digitalModel')} count={models.length}>
      {models.length === 0 ? (
        <p className="t-2">{t('caseDetail:noModels')}</p>
      ) : (
        <ul className={`rows ${styles.files}`}>
          {models.map(file => (
            <ModelLine key={file.id} caseId={view.caseId} file={file} model={read.get(file.id)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function OtherFilesSection({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const [adding, setAdding] = useState(false);
  const send = useSendAction(view.caseId);
  const may = !past && view.may.addOther === 'yes';
  const files = [...view.files.filter(f => f.kind === 'archive' || f.kind === 'other'), ...view.otherFiles];
  return (
    <Panel
      id="otherFiles"
      title={t('case:page.otherFiles')}
      count={files.length}
      action={
        may && (
          <Button size="small" icon={<Plus />} onPress={() => setAdding(true)}>
            {t('case:action.addOther')}
          </Button>
        )
      }
    >
      {files.length === 0 ? (
        <p className="t-2">{t('caseDetail:noFiles')}</p>
      ) : (
        <ul className={`rows ${styles.files}`}>
          {files.map(file => (
            <FileLine key={file.id} file={file} />
          ))}
        </ul>
      )}
      <CaseRecordDownload view={view} past={past} />
      {adding && (
        <Suspense fallback={null}>
          <ProcessForm
            action="addOther"
            caseId={view.caseId}
            detail={view}
            send={send}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
