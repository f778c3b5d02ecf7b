/** Step "Submit info": models, photos, plaster by courier, other files, and the delivery address. */
import { useTranslation } from 'react-i18next';
import { slots } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import { InterruptedUploadRow } from '#web/features/file/InterruptedUploadRow.tsx';
import { UploadRow } from '#web/features/file/UploadRow.tsx';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DropAreaText } from './DropAreaText.tsx';
import { FieldContradictions } from './FieldContradictions.tsx';
import { ModelTiles } from './ModelTiles.tsx';
import { PictureUpload } from './PictureUpload.tsx';
import { RemoveFileButton } from './RemoveFileButton.tsx';
import { CourierFields, DeliveryFields } from './Shipping.tsx';
import { useCaseFiles } from './useCaseFiles.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

function OtherFiles() {
  const { t } = useTranslation('wizard');
  const { view, uploads } = useWizard();
  const { add, arrived } = useCaseFiles();
  const there = view.files.filter(file => file.kind === 'archive');
  const stopped = uploads.stopped.filter(upload => upload.kind === 'archive');
  const coming = uploads.items.filter(item => item.kind === 'archive' && !arrived(item));
  return (
    <Panel title={t('data.other')} note={t('data.compressed')}>
      <div className={styles.form}>
        {there.map(file => (
          <div key={file.id} className={styles.fileName}>
            <b className="clip">{file.name}</b>
            <span className="num t-3">{formatBytes(file.size)}</span>
            <RemoveFileButton file={file} name={file.name} />
          </div>
        ))}
        {coming.map(item => (
          <UploadRow key={item.key} item={item} uploads={uploads} />
        ))}
        {stopped.map(upload => (
          <InterruptedUploadRow key={upload.key} upload={upload} uploads={uploads} />
        ))}
        <FileDrop
          label={t('files.dropArchive')}
          accept={fileRules.archive.endings.join()}
          multiple
          onFiles={files => {
            for (const file of files) add(file, 'archive', null);
          }}
        >
          <DropAreaText drop={t('files.archive')} touch={t('files.archiveTouch')} />
        </FileDrop>
      </div>
    </Panel>
  );
}

export function DataUploadStep() {
  const { t } = useTranslation('wizard');
  const { view } = useWizard();
  const pictures: readonly string[] = [...slots.photo, ...slots.radiograph];
  const there = view.files.filter(file => file.slot !== null && pictures.includes(file.slot)).length;
  return (
    <>
      <FieldContradictions />
      <section className={styles.part}>
        <h2 className={styles.parthead}>
          {t('data.models')} <small>{t('data.modelsNote')}</small>
        </h2>
        <ModelTiles />
      </section>
      <section className={styles.part}>
        <h2 className={styles.parthead}>
          {t('data.photos')} <small>{t('data.photosNote', { there, of: pictures.length })}</small>
        </h2>
        <PictureUpload />
      </section>
      <div className={styles.two}>
        <CourierFields />
        <OtherFiles />
      </div>
      <DeliveryFields />
      <p className="t-small t-2">{t('data.leave')}</p>
    </>
  );
}
