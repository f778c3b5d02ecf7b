/** The digital models: one tile each for upper, lower and bite. */
import { Box, CircleCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { orderedArches } from '#events/case/draft.ts';
import { type Slot, slots } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import type { FileItem } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { InterruptedUploadRow } from '#web/features/file/InterruptedUploadRow.tsx';
import { UploadRow } from '#web/features/file/UploadRow.tsx';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { formatMoment } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DropAreaText } from './DropAreaText.tsx';
import { MisplacedModelNotice } from './MisplacedModel.tsx';
import { placeModels, separatePictures } from './model-names.ts';
import { RemoveFileButton } from './RemoveFileButton.tsx';
import { useCaseFiles } from './useCaseFiles.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

const ModelFindingsCard = lazy(() =>
  import('#web/features/file/ModelFindingsCard.tsx').then(m => ({ default: m.ModelFindingsCard })),
);
const ModelFacts = lazy(() =>
  import('#web/features/file/ModelFacts.tsx').then(m => ({ default: m.ModelFacts })),
);

function Stored({ file, name }: { file: FileItem; name: string }) {
  const { t } = useTranslation('wizard');
  return (
    <>
      <a className={styles.model} href={`/api/files/${file.id}?download=1`}>
        <FilePicture file={file} alt={t('files.pictureOf', { name })} />
      </a>
      <div className={styles.fileName}>
        <b className="clip">{file.name}</b>
        <span className="num t-3">{formatBytes(file.size)}</span>
        <RemoveFileButton file={file} name={name} />
      </div>
      <p className={styles.stored}>
        <CircleCheck aria-hidden="true" />
        {t('files.stored', { at: formatMoment(file.at) })}
      </p>
    </>
  );
}

function Tile({ slot, wanted }: { slot: Slot; wanted: boolean }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { uploads } = useWizard();
  const { at, add } = useCaseFiles();
  const { file, upload, stopped } = at(slot);
  const name = t(`rx:slot.${slot}`);
  const missing = wanted && !file && !upload;
  const found = file && !upload ? uploads.foundOf(file.id) : undefined;
  const give = (files: File[]) => {
    const taken = new Set(slots.stl.filter(other => at(other).file || at(other).upload));
    const { models, pictures } = separatePictures(files);
    const placed = placeModels(models, slots.stl, slot, taken);
    for (const one of placed) add(one.file, 'stl', one.slot);
    if (pictures > 0) toast({ text: t('wizard:files.notModels', { count: pictures }), tone: 'danger' });
    const left = models.length - placed.length;
    if (left > 0) toast({ text: t('wizard:files.modelsLeft', { count: left }), tone: 'danger' });
  };
  return (
    <article className={styles.tile} id={fieldElementId(slot)} aria-label={name}>
      <div className={styles.tileHead} data-filled={file ? '' : undefined}>
        <Box aria-hidden="true" />
        <h3>{name}</h3>
        {!file && !upload && (
          <span className={styles.want}>{t(wanted ? 'wizard:needed' : 'wizard:optional')}</span>
        )}
      </div>
      <div className={styles.tileBody}>
        {file && <Stored file={file} name={name} />}
        {file && found && (
          <Suspense fallback={null}>
            <ModelFacts triangles={found.triangles} size={found.size} found={found} />
          </Suspense>
        )}
        {upload?.model && (
          <Suspense fallback={null}>
            <ModelFindingsCard model={upload.model} name={name} />
          </Suspense>
        )}
        {upload && <UploadRow item={upload} uploads={uploads} />}
        {stopped && <InterruptedUploadRow upload={stopped} uploads={uploads} />}
        <FileDrop
          label={t(file ? 'wizard:files.replaceModel' : 'wizard:files.dropModel', { name })}
          accept={fileRules.stl.endings.join()}
          multiple
          tone={missing ? 'wanted' : 'plain'}
          onFiles={give}
        >
          <DropAreaText
            drop={t(file || upload ? 'wizard:files.replace' : 'wizard:files.drop')}
            touch={t(file || upload ? 'wizard:files.replaceTouch' : 'wizard:files.dropTouch')}
          />
        </FileDrop>
      </div>
    </article>
  );
}

export function ModelTiles() {
  const { edited, missing } = useWizard();
  const arches: readonly string[] = orderedArches(edited.prescription);
  // Plaster by courier or a data order replaces the models.
  const wanted = missing.some(m => m.section === 'files' && m.field === 'models');
  return (
    <>
      <MisplacedModelNotice />
      <div className={styles.tiles}>
        {slots.stl.map(slot => (
          <Tile key={slot} slot={slot} wanted={wanted && arches.includes(slot)} />
        ))}
      </div>
    </>
  );
}
