/** Chooses the square of a picture: by dragging, with the arrow keys, and with a slider for the size. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { cacheProfile } from './account-queries.ts';
import { initialCrop, keepCropInside, maxCropZoom, moveCrop, type SquareCrop } from './crop-square.ts';
import { avatarFaultText, drawCroppedSquare, sendAvatar } from './send-avatar.ts';

type Props = { picture: ImageBitmap; onClose: () => void };

/** Part of the square's side that an arrow key moves. */
const step = 0.05;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};
/** Pixels of the canvas; CSS shows it smaller, so that it is sharp on dense screens. */
const canvasSide = 560;

export function AvatarCropDialog({ picture, onClose }: Props) {
  const { t } = useTranslation(['account', 'file', 'error', 'rx']);
  const [crop, setCrop] = useState<SquareCrop>(initialCrop);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const save = async () => {
    if (pending) return;
    setPending(true);
    setFault(null);
    const done = await sendAvatar(picture, crop);
    setPending(false);
    if ('fault' in done) return setFault(avatarFaultText(t, done.fault));
    if (!done.ok) return setFault(done.error.message);
    cacheProfile(done.answer.data);
    toast({ text: t('account:avatar.saved'), tone: 'ok' });
    onClose();
  };
  return (
    <SubmitDialog
      size="small"
      title={t('account:avatar.crop')}
      onClose={onClose}
      cancel={t('account:cancel')}
      confirm={t('account:avatar.use')}
      submit={save}
      pending={pending}
    >
      <div className={styles.crop}>
        {fault && <Banner tone="danger">{fault}</Banner>}
        <CropCanvas picture={picture} crop={crop} setCrop={setCrop} />
        <ZoomSlider zoom={crop.zoom} onChange={zoom => setCrop(keepCropInside(picture, { ...crop, zoom }))} />
      </div>
    </SubmitDialog>
  );
}

type CanvasProps = {
  picture: ImageBitmap;
  crop: SquareCrop;
  setCrop: (change: (before: SquareCrop) => SquareCrop) => void;
};

function CropCanvas({ picture, crop, setCrop }: CanvasProps) {
  const { t } = useTranslation('account');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCroppedSquare(canvas.current, picture, crop);
  }, [picture, crop]);
  const move = (dx: number, dy: number) => setCrop(before => moveCrop(picture, before, dx, dy));
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const { currentTarget, pointerId, movementX, movementY } = event;
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    move(movementX / currentTarget.clientWidth, movementY / currentTarget.clientWidth);
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    move(...by);
  };
  return (
    <canvas
      ref={canvas}
      className={styles.cropCanvas}
      width={canvasSide}
      height={canvasSide}
      role="img"
      aria-label={t('avatar.cropHow')}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}

function ZoomSlider({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <div className={styles.zoom}>
      <label htmlFor={id}>{t('avatar.zoom')}</label>
      <input
        id={id}
        type="range"
        min={1}
        max={maxCropZoom}
        step={0.05}
        value={zoom}
        onChange={event => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
