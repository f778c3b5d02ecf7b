/** Photos and radiographs in clinical order: many at once fill the free places, one goes where it is dropped. */
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileKind, type Slot, slots } from '#events/case/options.ts';
import { UploadRow } from '#web/features/file/UploadRow.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { useWizard } from './context.ts';
import { placeFiles } from './place-files.ts';
import { RemoveFile } from './RemoveFile.tsx';
import { SlotPicture } from './SlotPicture.tsx';
import { fieldId } from './steps.ts';
import { type Place, useCaseFiles } from './useCaseFiles.ts';
import styles from './wizard.module.css';

/** A stored picture; what the browser cannot draw (tiff) says so and opens as a file. */
function Picture({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('wizard');
  const [broken, setBroken] = useState(false);
  const href = `/api/files/${id}`;
  return (
    <a className={styles.picture} href={href} target="_blank" rel="noreferrer">
      {broken ? (
        <span className={styles.noPicture}>
          <ImageOff aria-hidden="true" />
          {t('files.noPreview')}
        </span>
      ) : (
        <img src={href} alt={name} loading="lazy" onError={() => setBroken(true)} />
      )}
    </a>
  );
}

type SlotProps = { slot: Slot; place: Place; needed: boolean; onFiles: (files: File[]) => void };

function PhotoSlot({ slot, place: { file, upload }, needed, onFiles }: SlotProps) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { uploads } = useWizard();
  const name = t(`rx:slot.${slot}`);
  return (
    <figure className={styles.slot} id={fieldId(slot)}>
      {file && !upload && <Picture id={file.id} name={name} />}
      {!file && !upload && (
        <FileDrop
          label={t('wizard:files.dropPhoto', { name })}
          accept="image/*"
          multiple
          ratio="4/3"
          tone={needed ? 'wanted' : 'plain'}
          icon={<SlotPicture slot={slot} />}
          onFiles={onFiles}
        />
      )}
      {upload && (
        <div className={styles.slotUpload}>
          <UploadRow item={upload} uploads={uploads} />
          {upload.state === 'failed' && (
            <FileDrop label={t('wizard:files.dropPhoto', { name })} accept="image/*" onFiles={onFiles}>
              {t('wizard:files.another')}
            </FileDrop>
          )}
        </div>
      )}
      <figcaption className={styles.slotName}>
        <b>{name}</b>
        {file && !upload && <RemoveFile file={file} name={name} />}
        {!file && !upload && (
          <span className={styles.want}>{t(needed ? 'wizard:needed' : 'wizard:optional')}</span>
        )}
      </figcaption>
    </figure>
  );
}

function Gallery({ kind, all }: { kind: FileKind; all: readonly Slot[] }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { missing } = useWizard();
  const { at, add } = useCaseFiles();
  const [left, setLeft] = useState(0);
  const taken = new Set(all.filter(slot => at(slot).file || at(slot).upload));
  const give = (files: File[], aim?: Slot) => {
    const sorted = placeFiles(files, all, taken, aim);
    for (const { file, slot } of sorted.placed) add(file, kind, slot);
    setLeft(sorted.left.length);
  };
  // Only one of the two radiographs is needed; either takes the place of the word.
  const wants = (slot: Slot) =>
    missing.some(m => m.section === 'files' && m.field === (kind === 'radiograph' ? kind : slot));
  return (
    <>
      {kind === 'photo' && taken.size < all.length && (
        <FileDrop
          label={t('wizard:files.dropPhotos')}
          accept="image/*"
          multiple
          onFiles={files => give(files)}
        >
          {t('wizard:files.manyPhotos', { free: all.length - taken.size })}
        </FileDrop>
      )}
      {left > 0 && (
        <Banner tone="warn" onClose={() => setLeft(0)}>
          {t('wizard:files.left', { count: left })}
        </Banner>
      )}
      <div className={styles.photos}>
        {all.map(slot => (
          <PhotoSlot
            key={slot}
            slot={slot}
            place={at(slot)}
            needed={wants(slot)}
            onFiles={files => give(files, slot)}
          />
        ))}
      </div>
    </>
  );
}

export function Photos() {
  const { t } = useTranslation('wizard');
  return (
    <>
      <Gallery kind="photo" all={slots.photo} />
      <h3 className={styles.subhead}>
        {t('files.radiographs')} <small>{t('files.oneIsEnough')}</small>
      </h3>
      <Gallery kind="radiograph" all={slots.radiograph} />
    </>
  );
}
