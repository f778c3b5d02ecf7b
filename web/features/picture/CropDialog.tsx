/** Turning and cropping a picture, by pointer or by the four cuts; what comes out is a new picture. */
import { RotateCcw, RotateCw } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { draw, drawn, readPicture } from './draw.ts';
import { between, cut, type PictureEdit, sides, turn, untouched } from './edit.ts';
import styles from './picture.module.css';

type Props = {
  file: { id: string; name: string; mime: string };
  /** What is in the picture, in words. */
  title: string;
  onDone: (file: File) => void;
  onClose: () => void;
};

const noCrop = untouched.crop;
/** Pixels of the longer side of what is shown. */
const shown = 1000;

/** The picture as it is read: `null` while it is, `broken` where it cannot be. */
function usePicture(id: string): ImageBitmap | 'broken' | null {
  const [picture, setPicture] = useState<ImageBitmap | 'broken' | null>(null);
  useEffect(() => {
    let gone = false;
    let read: ImageBitmap | undefined;
    readPicture(id).then(
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

/** The picture with what is cut off in the dark; drawing over it with a pointer is a new cut. */
function Stage({ picture, edit, setEdit }: StageProps) {
  const { t } = useTranslation('picture');
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const { turns, crop } = edit;
  useEffect(() => {
    const scale = Math.min(1, shown / Math.max(picture.width, picture.height));
    if (canvas.current) draw(canvas.current, picture, { turns, crop: noCrop }, scale);
  }, [picture, turns]);
  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const style = Object.fromEntries(sides.map(side => [`--${side}`, `${100 * crop[side]}%`]));
  return (
    <div
      className={styles.stage}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = pointOf(event);
      }}
      onPointerMove={event => {
        if (from.current) setEdit({ ...edit, crop: between(from.current, pointOf(event)) });
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
      {sides.map(side => (
        <NumberField
          key={side}
          label={t(`side.${side}`)}
          unit="%"
          min={0}
          max={90}
          value={Math.round(100 * edit.crop[side])}
          onChange={percent => setEdit({ ...edit, crop: cut(edit.crop, side, (percent ?? 0) / 100) })}
        />
      ))}
    </fieldset>
  );
}

export function CropDialog({ file, title, onDone, onClose }: Props) {
  const { t } = useTranslation('picture');
  const picture = usePicture(file.id);
  const [edit, setEdit] = useState(untouched);
  const [saving, setSaving] = useState<'no' | 'now' | 'failed'>('no');
  const ready = picture !== null && picture !== 'broken';
  const changed = edit.turns !== 0 || sides.some(side => edit.crop[side] > 0);
  const save = async () => {
    if (!ready) return;
    setSaving('now');
    try {
      onDone(await drawn(picture, edit, file));
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
          <Button icon={<RotateCcw />} disabled={!ready} onPress={() => setEdit(turn(edit, -1))}>
            {t('turnLeft')}
          </Button>
          <Button icon={<RotateCw />} disabled={!ready} onPress={() => setEdit(turn(edit, 1))}>
            {t('turnRight')}
          </Button>
          <Button disabled={!changed} onPress={() => setEdit(untouched)}>
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
