/** One slot of a photo or radiograph: drop, view, move, rotate, crop, remove. */
import { ArrowRightLeft, Crop, RotateCcw, RotateCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind, Slot } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import type { FileItem } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { InterruptedUploadRow } from '#web/features/file/InterruptedUploadRow.tsx';
import { UploadRow } from '#web/features/file/UploadRow.tsx';
import { noPictureEdit, rotatePicture } from '#web/features/picture/picture-edit.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { acceptsDrop, droppedFileId, pictureDragType } from './photo-drag.ts';
import type { PlacementBasis } from './picture-placement.ts';
import { RemoveFileButton } from './RemoveFileButton.tsx';
import { SlotPicture } from './SlotPicture.tsx';
import { type SlotContent, useCaseFiles } from './useCaseFiles.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

const CropDialog = lazy(() =>
  import('#web/features/picture/CropDialog.tsx').then(m => ({ default: m.CropDialog })),
);

/** A stored picture. Formats that the browser cannot show (tiff) open as a file. */
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
        event.dataTransfer.setData(pictureDragType, file.id);
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
  /** Called while an edited picture is uploaded to replace this one. */
  onReplaced: () => void;
};

/** Menu of a picture: everything except removal. Keyboard access to moving and cropping. */
function PictureMenu({ file, name, slots, onReplaced }: FileMenuProps) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const { at, add, move } = useCaseFiles();
  const [cropping, setCropping] = useState(false);
  const files = useRef(view.files);
  files.current = view.files;
  /** The edited picture follows its original to its current slot. Dropped if the original was removed. */
  const onEdited = (edited: File) => {
    const now = files.current.find(f => f.id === file.id);
    if (!now?.slot) return;
    onReplaced();
    add(edited, now.kind, now.slot);
  };
  const turned = async (by: 1 | -1) => {
    const { loadPicture, encodePicture } = await import('#web/features/picture/draw-picture.ts');
    try {
      const picture = await loadPicture(file.id);
      // Releases the bitmap at once: 50 megapixels take 200 MB.
      onEdited(
        await encodePicture(picture, rotatePicture(noPictureEdit, by), file).finally(() => picture.close()),
      );
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
  /** All picture slots, as targets for moving. */
  slots: readonly Slot[];
  place: SlotContent;
  needed: boolean;
  /** The reason for the picture's slot, until a person confirms it. */
  guessed: PlacementBasis | undefined;
  onFiles: (files: File[]) => void;
};

/**
 * Returns the focus to the slot: the menu unmounts during the upload. Skipped if the focus moved elsewhere.
 */
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
    const id = droppedFileId(carried);
    const dragged = view.files.find(f => f.id === id);
    if (dragged && dragged.slot !== slot) void move(dragged, slot);
    if (!id && carried.files.length > 0) onFiles([...carried.files]);
  };
  return (
    <figure
      ref={place}
      className={styles.slot}
      id={fieldElementId(slot)}
      data-over={over ? '' : undefined}
      onDragOver={event => {
        if (!acceptsDrop(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        setOver(false);
        // The drop box inside has already taken the files.
        if (event.defaultPrevented && !droppedFileId(event.dataTransfer)) return;
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
      {stopped && <InterruptedUploadRow upload={stopped} uploads={uploads} />}
      {file && !upload && guessed && guessed !== 'name' && (
        <span className={styles.guess}>{t(`wizard:files.guessed.${guessed}`)}</span>
      )}
      <figcaption className={styles.slotName}>
        <b>{name}</b>
        {file && !upload && (
          <span className={styles.slotActions}>
            <PictureMenu file={file} name={name} slots={slots} onReplaced={want} />
            <RemoveFileButton file={file} name={name} />
          </span>
        )}
        {!file && !upload && <Wanted kind={kind} needed={needed} />}
      </figcaption>
    </figure>
  );
}
