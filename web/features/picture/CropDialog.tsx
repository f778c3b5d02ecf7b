/** Dialog to rotate and crop a picture, by pointer or by four sliders; the result is a new picture. */
import { RotateCcw, RotateCw } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { drawPicture, encodePicture, loadPicture } from './draw-picture.ts';
import styles from './picture.module.css';
import {
  cropFromPoints,
  cropSides,
  noPictureEdit,
  type PictureEdit,
  rotatePicture,
  withCropSide,
} from './picture-edit.ts';

type Props = {
  file: { id: string; name: string; mime: string };
  /** Description of the picture, as the dialog's title. */
  title: string;
  onDone: (file: File) => void;
  onClose: () => void;
};

const noCrop = noPictureEdit.crop;
/** Length of the longer side of the preview, px. */
const shown = 1000;

/** The loaded picture: `null` while loading, `broken` if unreadable. */
function usePicture(id: string): ImageBitmap | 'broken' | null {
  const [picture, setPicture] = useState<ImageBitmap | 'broken' | null>(null);
  useEffect(() => {
    let gone = false;
    let read: ImageBitmap | undefined;
    loadPicture(id).then(
      bitmap => {
        read = bitmap;
        if (gone) bitmap.close();
        else setPicture(bitmap);
      },
      () => {
        if (!gone) setPicture('broken');
      },
    );
    return () => {
      gone = true;
      read?.close();
    };
  }, [id]);
  return picture;
}

type StageProps = { picture: ImageBitmap; edit: PictureEdit; setEdit: (edit: PictureEdit) => void };

/** The picture with dimmed cut-off parts; dragging over it defines a new crop. */
function Stage({ picture, edit, setEdit }: StageProps) {
  const { t } = useTranslation('picture');
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const { turns, crop } = edit;
  useEffect(() => {
    const scale = Math.min(1, shown / Math.max(picture.width, picture.height));
    if (canvas.current) drawPicture(canvas.current, picture, { turns, crop: noCrop }, scale);
  }, [picture, turns]);
  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const style = Object.fromEntries(cropSides.map(side => [`--${side}`, `${100 * crop[side]}%`]));
  return (
    <div
      className={styles.stage}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = pointOf(event);
      }}
      onPointerMove={event => {
        if (from.current) setEdit({ ...edit, crop: cropFromPoints(from.current, pointOf(event)) });
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      <canvas ref={canvas} role="img" aria-label={t('preview')} />
      <div className={styles.kept} style={style} />
    </div>
  );
}

function Cuts({ edit, setEdit }: Omit<StageProps, 'picture'>) {
  const { t } = useTranslation('picture');
  return (
    <fieldset className={styles.cuts}>
      <legend>{t('cut')}</legend>
      {cropSides.map(side => (
        <NumberField
          key={side}
          label={t(`side.${side}`)}
          unit="%"
          min={0}
          max={90}
          value={Math.round(100 * edit.crop[side])}
          onChange={percent =>
            setEdit({ ...edit, crop: withCropSide(edit.crop, side, (percent ?? 0) / 100) })
          }
        />
      ))}
    </fieldset>
  );
}

export function CropDialog({ file, title, onDone, onClose }: Props) {
  const { t } = useTranslation('picture');
  const picture = usePicture(file.id);
  const [edit, setEdit] = useState(noPictureEdit);
  const [saving, setSaving] = useState<'no' | 'now' | 'failed'>('no');
  const ready = picture !== null && picture !== 'broken';
  const changed = edit.turns !== 0 || cropSides.some(side => edit.crop[side] > 0);
  const save = async () => {
    if (!ready) return;
    setSaving('now');
    try {
      onDone(await encodePicture(picture, edit, file));
    } catch {
      setSaving('failed');
    }
  };
  return (
    <Dialog
      open
      size="large"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={saving === 'now'}
            disabled={!ready || !changed}
            onPress={() => void save()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        {saving === 'failed' && <Banner tone="danger">{t('failed')}</Banner>}
        {picture === 'broken' && <Banner tone="warn">{t('broken')}</Banner>}
        <div className="row" hidden={picture === 'broken'}>
          <Button icon={<RotateCcw />} disabled={!ready} onPress={() => setEdit(rotatePicture(edit, -1))}>
            {t('turnLeft')}
          </Button>
          <Button icon={<RotateCw />} disabled={!ready} onPress={() => setEdit(rotatePicture(edit, 1))}>
            {t('turnRight')}
          </Button>
          <Button disabled={!changed} onPress={() => setEdit(noPictureEdit)}>
            {t('reset')}
          </Button>
        </div>
        <div className={styles.frame} hidden={picture === 'broken'}>
          {ready && <Stage picture={picture} edit={edit} setEdit={setEdit} />}
        </div>
        {ready && <Cuts edit={edit} setEdit={setEdit} />}
        {ready && <p className="t-small t-2">{t('note')}</p>}
      </div>
    </Dialog>
  );
}
