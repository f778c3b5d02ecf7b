/** Digital models and other files: what they are, how they were found, and the way to download them. */
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import { bytes } from '#web/features/file/bytes.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { momentOf } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';

function FileLine({ file, note }: { file: FileItem; note?: string | undefined }) {
  const { t } = useTranslation(['rx', 'caseDetail']);
  const name = file.slot ? t(`rx:slot.${file.slot}`) : t(`rx:fileKind.${file.kind}`);
  return (
    <li className={styles.file}>
      {file.kind === 'stl' && (
        <span className={styles.model}>
          <FilePicture file={file} alt={name} />
        </span>
      )}
      <span className="t-strong">{name}</span>
      <span className="clip">
        {file.name}
        {note && <span className="t-2"> · {note}</span>}
      </span>
      <span className="num t-2">{bytes(file.size)}</span>
      <span className="num t-2">
        {momentOf(file.at)} {file.by.name}
      </span>
      <IconButton
        size="small"
        label={t('caseDetail:download', { name: file.name || name })}
        icon={<Download />}
        href={`/api/files/${file.id}?download=1`}
      />
    </li>
  );
}

export function DigitalModel({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const models = view.files.filter(f => f.kind === 'stl');
  const found = new Map(view.models.map(m => [m.fileId, m]));
  const noteOf = (id: string) => {
    const m = found.get(id);
    if (!m) return undefined;
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = m.box;
    const size = [x1 - x0, y1 - y0, z1 - z0].map(mm => mm.toFixed(1)).join(' × ');
    return t('caseDetail:model', { triangles: m.triangles.toLocaleString('en'), size });
  };
  return (
    <Panel id="digitalModel" title={t('case:page.digitalModel')} count={models.length}>
      {models.length === 0 ? (
        <p className="t-2">{t('caseDetail:noModels')}</p>
      ) : (
        <ul className={`rows ${styles.files} ${styles.models}`}>
          {models.map(file => (
            <FileLine key={file.id} file={file} note={noteOf(file.id)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function OtherFiles({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const files = view.files.filter(f => f.kind === 'archive' || f.kind === 'other');
  return (
    <Panel id="otherFiles" title={t('case:page.otherFiles')} count={files.length}>
      {files.length === 0 ? (
        <p className="t-2">{t('caseDetail:noFiles')}</p>
      ) : (
        <ul className={`rows ${styles.files}`}>
          {files.map(file => (
            <FileLine key={file.id} file={file} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
