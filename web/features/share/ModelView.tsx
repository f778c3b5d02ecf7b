/** A digital model in 3D with standard views, free rotation and its measured size. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShadedMesh } from '#workers/shapes/protocol.ts';
import { createModelScene, type ModelScene, modelViewNames, modelViews } from './model-scene.ts';
import { type ModelSize, modelSizeOf } from './model-size.ts';
import type { SharedViewProps } from './mount.tsx';
import styles from './scene.module.css';
import { ToggleButtons, type ToggleOption } from './ToggleButtons.tsx';

export type SharedModel = { shape: Promise<ShadedMesh>; slot: string | undefined };

/** Initial view as in the model's picture: an upper jaw from below, showing its occlusal side. */
const slope = 35;
const first = (slot: string | undefined) => [0, slot === 'upper' ? -slope : slope] as const;

function Size({ size: { mm, unit } }: { size: ModelSize }) {
  const { t } = useTranslation(['viewer', 'file']);
  const [x, y, z] = mm.map(side => side.toFixed(1));
  return (
    <p className={styles.size}>
      <span className="num">{t('file:found.size', { x, y, z })}</span> {t('viewer:plain.sizeOf')}
      {unit === undefined && ` ${t('file:found.noUnit')}`}
      {unit !== undefined &&
        unit !== 'mm' &&
        ` ${t('viewer:plain.unit', { unit: t(`file:found.units.${unit}`) })}`}
    </p>
  );
}

function Views({ scene, slot }: { scene: ModelScene | null; slot: string | undefined }) {
  const { t } = useTranslation('viewer');
  const [on, setOn] = useState<string>('whole');
  const switches = [
    { name: 'whole', at: first(slot) },
    ...modelViewNames.map(name => ({ name, at: modelViews[name] })),
  ].map(
    ({ name, at: [azimuth, elevation] }): ToggleOption => ({
      name,
      label: t(`plain.model.${name}`),
      on: on === name,
      press: () => {
        setOn(name);
        scene?.look(azimuth, elevation);
      },
    }),
  );
  return (
    <div className={styles.choices}>
      <ToggleButtons label={t('views')} list={switches} />
      <ToggleButtons
        label={t('plain.zoom')}
        list={[
          { name: 'nearer', label: t('act.nearer'), press: () => scene?.nearer(1.25) },
          { name: 'farther', label: t('act.farther'), press: () => scene?.nearer(0.8) },
        ]}
      />
    </div>
  );
}

export function ModelView({ shown: { shape, slot }, onDetail }: SharedViewProps<SharedModel>) {
  const { t } = useTranslation('viewer');
  const holder = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<ModelScene | null>(null);
  const [size, setSize] = useState<ModelSize | null>(null);
  useEffect(() => {
    let made: ModelScene | undefined;
    let open = true;
    const draw = (read: ShadedMesh) => {
      if (!open || !holder.current) return;
      try {
        made = createModelScene(holder.current, read);
      } catch {
        return onDetail('none');
      }
      setSize(modelSizeOf(read.positions));
      setScene(made);
      made.look(...first(slot));
      onDetail('fine');
    };
    shape.then(draw, () => onDetail('failed'));
    return () => {
      open = false;
      made?.dispose();
    };
  }, [shape, slot, onDetail]);
  return (
    <section className={styles.patient} aria-label={t('plain.model.title')}>
      <div ref={holder} className={styles.viewport} aria-hidden="true" />
      <Views scene={scene} slot={slot} />
      {size && <Size size={size} />}
    </section>
  );
}
