/** One place of a photo or radiograph: drop, look, move, turn, crop, take off. */
import { ArrowRightLeft, Crop, RotateCcw, RotateCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind, Slot } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import type { FileItem } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { StoppedRow } from '#web/features/file/StoppedRow.tsx';
import { UploadRow } from '#web/features/file/UploadRow.tsx';
import { turn, untouched } from '#web/features/picture/edit.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useWizard } from './context.ts';
import { dragType, fallen, mayFall } from './photo-drag.ts';
import type { PlacedBy } from './place-files.ts';
import { RemoveFile } from './RemoveFile.tsx';
import { SlotPicture } from './SlotPicture.tsx';
import { fieldId } from './steps.ts';
import { type Place, useCaseFiles } from './useCaseFiles.ts';
import styles from './wizard.module.css';

const CropDialog = lazy(() =>
  import('#web/features/picture/CropDialog.tsx').then(m => ({ default: m.CropDialog })),
);

/** A stored picture; what the browser cannot draw (tiff) says so and opens as a file. */
function Picture({ file, name }: { file: FileItem; name: string }) {
  const href = `/api/files/${file.id}`;
  return (
    <a
      className={styles.picture}
      href={href}
      target="_blank"
      rel="noreferrer"
      draggable
      onDragStart={event => {
        event.dataTransfer.clearData();
        event.dataTransfer.setData(dragType, file.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <FilePicture file={file} alt={name} />
    </a>
  );
}

type FileMenuProps = {
  file: FileItem;
  name: string;
  slots: readonly Slot[];
  /** An edited picture is on its way to take the place. */
  onReplaced: () => void;
};

/** What can be done with a picture besides taking it off, by keyboard as well: drag and crop are in it too. */
function PictureMenu({ file, name, slots, onReplaced }: FileMenuProps) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const { at, add, move } = useCaseFiles();
  const [cropping, setCropping] = useState(false);
  const files = useRef(view.files);
  files.current = view.files;
  /** Takes its picture's place, wherever that has been moved meanwhile; nobody's where that was taken off. */
  const onEdited = (edited: File) => {
    const now = files.current.find(f => f.id === file.id);
    if (!now?.slot) return;
    onReplaced();
    add(edited, now.kind, now.slot);
  };
  const turned = async (by: 1 | -1) => {
    const { readPicture, drawn } = await import('#web/features/picture/draw.ts');
    try {
      const picture = await readPicture(file.id);
      // 50 megapixels are 200 MB, which nothing else gives back soon.
      onEdited(await drawn(picture, turn(untouched, by), file).finally(() => picture.close()));
    } catch {
      toast({ text: t('wizard:files.notDrawn', { name }), tone: 'danger' });
    }
  };
  const moves = slots
    .filter(slot => slot !== file.slot)
    .map(slot => ({
      id: slot,
      label: t(`rx:slot.${slot}`),
      icon: <ArrowRightLeft />,
      description: at(slot).file ? t('wizard:files.changesPlaces') : undefined,
      onPress: () => void move(file, slot),
    }));
  const items: MenuEntry[] = [
    { id: 'left', label: t('wizard:files.turnLeft'), icon: <RotateCcw />, onPress: () => void turned(-1) },
    { id: 'right', label: t('wizard:files.turnRight'), icon: <RotateCw />, onPress: () => void turned(1) },
    { id: 'crop', label: t('wizard:files.crop'), icon: <Crop />, onPress: () => setCropping(true) },
    { section: t('wizard:files.moveTo'), items: moves },
  ];
  return (
    <>
      <Menu label={t('wizard:files.more', { name })} items={items} trigger={{ size: 'small' }} />
      {cropping && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            title={t('wizard:files.cropTitle', { name })}
            onClose={() => setCropping(false)}
            onDone={edited => {
              setCropping(false);
              onEdited(edited);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type Props = {
  kind: FileKind;
  slot: Slot;
  /** All places of pictures, to move to. */
  slots: readonly Slot[];
  place: Place;
  needed: boolean;
  /** How the picture came here, until it is confirmed. */
  guessed: PlacedBy | undefined;
  onFiles: (files: File[]) => void;
};

/** The menu goes while what it made is uploaded: the keyboard comes back to it, unless it went elsewhere meanwhile. */
function useFocusBack(busy: boolean) {
  const place = useRef<HTMLElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (busy || !wanted.current) return;
    wanted.current = false;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) place.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  }, [busy]);
  const want = () => {
    wanted.current = true;
  };
  return { place, want };
}

function Wanted({ kind, needed }: Pick<Props, 'kind' | 'needed'>) {
  const { t } = useTranslation('wizard');
  const word = needed && kind === 'radiograph' ? 'oneOfTwo' : needed ? 'needed' : 'optional';
  return (
    <span className={styles.want} data-needed={needed || undefined}>
      {t(word)}
    </span>
  );
}

export function PhotoSlot({
  kind,
  slot,
  slots,
  place: { file, upload, stopped },
  needed,
  guessed,
  onFiles,
}: Props) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { uploads, view } = useWizard();
  const { move } = useCaseFiles();
  const [over, setOver] = useState(false);
  const name = t(`rx:slot.${slot}`);
  const { place, want } = useFocusBack(upload !== undefined);
  const accept = fileRules[kind].endings.join();
  const label = t('wizard:files.dropPhoto', { name });
  const drop = (carried: DataTransfer) => {
    const id = fallen(carried);
    const dragged = view.files.find(f => f.id === id);
    if (dragged && dragged.slot !== slot) void move(dragged, slot);
    if (!id && carried.files.length > 0) onFiles([...carried.files]);
  };
  return (
    <figure
      ref={place}
      className={styles.slot}
      id={fieldId(slot)}
      data-over={over ? '' : undefined}
      onDragOver={event => {
        if (!mayFall(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        setOver(false);
        // The drop box within has taken files already.
        if (event.defaultPrevented && !fallen(event.dataTransfer)) return;
        event.preventDefault();
        drop(event.dataTransfer);
      }}
    >
      {file && !upload && <Picture file={file} name={name} />}
      {!file && !upload && (
        <FileDrop
          label={label}
          accept={accept}
          multiple
          ratio="4/3"
          icon={<SlotPicture slot={slot} />}
          onFiles={onFiles}
        />
      )}
      {upload && (
        <div className={styles.slotUpload}>
          <UploadRow item={upload} uploads={uploads} />
          {upload.state === 'failed' && (
            <FileDrop label={label} accept={accept} icon={false} onFiles={onFiles}>
              {t('wizard:files.another')}
            </FileDrop>
          )}
        </div>
      )}
      {stopped && <StoppedRow upload={stopped} uploads={uploads} />}
      {file && !upload && guessed && guessed !== 'name' && (
        <span className={styles.guess}>{t(`wizard:files.guessed.${guessed}`)}</span>
      )}
      <figcaption className={styles.slotName}>
        <b>{name}</b>
        {file && !upload && (
          <span className={styles.slotActions}>
            <PictureMenu file={file} name={name} slots={slots} onReplaced={want} />
            <RemoveFile file={file} name={name} />
          </span>
        )}
        {!file && !upload && <Wanted kind={kind} needed={needed} />}
      </figcaption>
    </figure>
  );
}
