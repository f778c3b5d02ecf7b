/** What was found of a model before it is sent: how it looks, how large it is, and what a technician would ask about. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadModel } from '#workers/file/protocol.ts';
import styles from './file.module.css';

function Drawn({ picture, alt }: { picture: ReadModel['picture']; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { rgba, width, height } = picture;
    canvas.current?.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  }, [picture]);
  return <canvas ref={canvas} width={picture.width} height={picture.height} role="img" aria-label={alt} />;
}

/** A scan is open at its foot: the first rim is no hole. */
const footRims = 1;

export function ModelFound({ model, name }: { model: ReadModel; name: string }) {
  const { t } = useTranslation('file');
  const { triangles, size, unit, components, rims } = model.findings;
  const [x, y, z] = size.map(side => side.toFixed(1));
  const said = [
    t('found.size', { x, y, z }),
    t('found.triangles', { count: triangles, triangles: triangles.toLocaleString('en') }),
    components > 1 && t('found.pieces', { count: components }),
    rims > footRims && t('found.holes', { count: rims - footRims }),
  ];
  return (
    <figure className={styles.found}>
      <Drawn picture={model.picture} alt={t('found.picture', { name })} />
      <figcaption className="num t-small t-2">{said.filter(Boolean).join(t('found.comma'))}</figcaption>
      {unit !== 'mm' && (
        <p className={styles.doubt} role="status">
          {unit ? t('found.unit', { unit: t(`found.units.${unit}`) }) : t('found.noUnit')}
        </p>
      )}
    </figure>
  );
}
