/** Findings about a model before its upload: picture, size, and doubts that a technician would raise. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectedModel } from '#workers/file/protocol.ts';
import styles from './file.module.css';
import { ModelFacts } from './ModelFacts.tsx';

function Drawn({ picture, alt }: { picture: InspectedModel['picture']; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { rgba, width, height } = picture;
    canvas.current?.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  }, [picture]);
  return <canvas ref={canvas} width={picture.width} height={picture.height} role="img" aria-label={alt} />;
}

export function ModelFindingsCard({ model, name }: { model: InspectedModel; name: string }) {
  const { t } = useTranslation('file');
  const { triangles, size } = model.findings;
  return (
    <figure className={styles.found}>
      <Drawn picture={model.picture} alt={t('found.picture', { name })} />
      <figcaption className={styles.facts}>
        <ModelFacts triangles={triangles} size={size} found={model.findings} />
      </figcaption>
    </figure>
  );
}
