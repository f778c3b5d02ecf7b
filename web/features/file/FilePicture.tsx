/** The small picture of a record that the server draws. What it cannot draw (a BMP) stands itself, if the browser can. */
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileItem } from '#projections/case/view.ts';
import styles from './file.module.css';

type Props = {
  file: Pick<FileItem, 'id' | 'kind'>;
  alt: string;
};

/** What is asked for, one after the other. */
const ways = (kind: FileItem['kind']) => (kind === 'stl' ? ['/picture'] : ['/picture', '']);

export function FilePicture({ file, alt }: Props) {
  const { t } = useTranslation('file');
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(0);
  const [way] = ways(file.kind).slice(failed);
  useEffect(() => {
    // It may have failed before anybody listened.
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setFailed(was => was + 1);
  }, []);
  if (way === undefined)
    return (
      <span className={styles.none} role="img" aria-label={alt}>
        <ImageOff aria-hidden="true" />
        {t('noPicture')}
      </span>
    );
  return (
    <img
      ref={image}
      src={`/api/files/${file.id}${way}`}
      alt={alt}
      loading="lazy"
      onError={() => setFailed(was => was + 1)}
    />
  );
}
