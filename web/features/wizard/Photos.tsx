/** Photos and radiographs in clinical order: many at once fill the free places, one goes where it is dropped. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOfSlot } from '#events/case/files.ts';
import { type FileKind, type Slot, slots } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import { Banner } from '#web/ui/banner.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { useWizard } from './context.ts';
import { PhotoSlot } from './PhotoSlot.tsx';
import { placePictures } from './place-files.ts';
import { useCaseFiles } from './useCaseFiles.ts';
import styles from './wizard.module.css';

const pictures: readonly Slot[] = [...slots.photo, ...slots.radiograph];

function Gallery({ kind, all }: { kind: FileKind; all: readonly Slot[] }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { missing } = useWizard();
  const { at, add } = useCaseFiles();
  const [left, setLeft] = useState(0);
  const taken = new Set(pictures.filter(slot => at(slot).file || at(slot).upload));
  const free = all.filter(slot => !taken.has(slot)).length;
  const give = (files: File[], aim?: Slot) => {
    const sorted = placePictures(files, all, taken, aim);
    for (const { file, slot } of sorted.placed) add(file, kindOfSlot(slot), slot);
    setLeft(sorted.left.length);
  };
  // Only one of the two radiographs is needed; either takes the place of the word.
  const wants = (slot: Slot) =>
    missing.some(m => m.section === 'files' && m.field === (kind === 'radiograph' ? kind : slot));
  return (
    <>
      {kind === 'photo' && free > 0 && (
        <FileDrop
          label={t('wizard:files.dropPhotos')}
          accept={fileRules[kind].endings.join()}
          multiple
          onFiles={files => give(files)}
        >
          {t('wizard:files.manyPhotos', { free })}
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
            kind={kind}
            slot={slot}
            slots={pictures}
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
