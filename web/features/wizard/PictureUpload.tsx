/**
 * Photos and radiographs in clinical order. Several files are placed by name and content, one file where it
 * is dropped.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOfSlot } from '#events/case/files.ts';
import { type FileKind, type Slot, slots } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { DropAreaText } from './DropAreaText.tsx';
import { PhotoSlot } from './PhotoSlot.tsx';
import { picturesWithoutNamedSlot, placePictures } from './picture-placement.ts';
import { useCaseFiles } from './useCaseFiles.ts';
import { type PictureGuesses, usePictureGuesses } from './usePictureGuesses.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

const pictures: readonly Slot[] = [...slots.photo, ...slots.radiograph];

type GalleryProps = { kind: FileKind; all: readonly Slot[]; guesses: PictureGuesses };

/** Loads the photo worker with the first picture that needs it: most files have telling names. */
const lookAt = async (files: readonly Blob[]) =>
  (await import('#workers/photo/client.ts')).guessPhotoViews(files);

/** Places files; classifies pictures whose names say nothing. */
function usePlacing(all: readonly Slot[], guesses: PictureGuesses) {
  const { t } = useTranslation('wizard');
  const { at, add } = useCaseFiles();
  const [left, setLeft] = useState(0);
  const [looking, setLooking] = useState(false);
  const taken = new Set(pictures.filter(slot => at(slot).file || at(slot).upload));
  const give = async (files: File[], aim?: Slot) => {
    const asked = aim !== undefined && files.length === 1 ? [] : picturesWithoutNamedSlot(files);
    if (asked.length > 0) {
      setLooking(true);
      announceToScreenReaders(t('files.looking'));
    }
    const seen = asked.length > 0 ? await lookAt(asked) : [];
    setLooking(false);
    const looks = new Map(asked.map((file, i) => [file, seen[i] ?? null]));
    const sorted = placePictures(files, all, taken, { aim, looks });
    for (const { file, slot } of sorted.placed) add(file, kindOfSlot(slot), slot);
    guesses.mark(sorted.placed);
    setLeft(sorted.left.length);
  };
  return { give, looking, left, forget: () => setLeft(0), free: all.filter(slot => !taken.has(slot)).length };
}

function Gallery({ kind, all, guesses }: GalleryProps) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { missing } = useWizard();
  const { at } = useCaseFiles();
  const { give, looking, left, forget, free } = usePlacing(all, guesses);
  // Only one of the two radiographs is required; either slot may show the mark.
  const wants = (slot: Slot) =>
    missing.some(m => m.section === 'files' && m.field === (kind === 'radiograph' ? kind : slot));
  return (
    <>
      {kind === 'photo' && free > 0 && (
        <FileDrop
          label={t('wizard:files.dropPhotos')}
          accept={fileRules[kind].endings.join()}
          multiple
          onFiles={files => void give(files)}
        >
          {looking ? (
            t('wizard:files.looking')
          ) : (
            <DropAreaText
              drop={t('wizard:files.manyPhotos', { count: free })}
              touch={t('wizard:files.manyPhotosTouch', { count: free })}
            />
          )}
        </FileDrop>
      )}
      {left > 0 && (
        <Banner tone="warn" onClose={forget}>
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
            guessed={guesses.of(slot)}
            onFiles={files => void give(files, slot)}
          />
        ))}
      </div>
    </>
  );
}

/** Asks once whether all automatically placed pictures are right. */
function LooksRight({ guesses }: { guesses: PictureGuesses }) {
  const { t } = useTranslation('wizard');
  if (guesses.counts.size === 0) return null;
  const how = (['name', 'look', 'order'] as const).flatMap(by => {
    const count = guesses.counts.get(by);
    return count === undefined ? [] : [t(`files.placedBy.${by}`, { count })];
  });
  return (
    <Banner
      tone="info"
      title={t('files.looksRightAsk')}
      actions={
        <Button size="small" onPress={guesses.confirm}>
          {t('files.looksRight')}
        </Button>
      }
    >
      {[...how, t('files.howToSwap')].map(line => (
        <div key={line}>{line}</div>
      ))}
    </Banner>
  );
}

export function PictureUpload() {
  const { t } = useTranslation('wizard');
  const guesses = usePictureGuesses(pictures);
  return (
    <>
      <LooksRight guesses={guesses} />
      <Gallery kind="photo" all={slots.photo} guesses={guesses} />
      <h3 className={styles.subhead}>
        {t('files.radiographs')} <small>{t('files.oneIsEnough')}</small>
      </h3>
      <Gallery kind="radiograph" all={slots.radiograph} guesses={guesses} />
    </>
  );
}
