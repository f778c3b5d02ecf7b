/**
 * The server-drawn preview of a file. If the server cannot draw it (BMP), the browser tries the file itself.
 */
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileItem } from '#projections/case/view.ts';
import styles from './file.module.css';

type Props = {
  /** A model's slot determines the side from which it is drawn. */
  file: Pick<FileItem, 'id' | 'kind'> & { slot?: FileItem['slot'] };
  alt: string;
  /** Shows the file itself in full size; falls back to the preview. */
  whole?: boolean;
};

/** Preview URLs to try in order. */
function previewUrls({ kind, slot }: Props['file'], whole: boolean): string[] {
  if (kind === 'stl') return [slot ? `/picture?slot=${slot}` : '/picture'];
  return whole ? ['', '/picture'] : ['/picture', ''];
}

/** Keyed by file and slot: a replaced or moved file is a new picture with its own loading state. */
export function FilePicture(props: Props) {
  const { id, slot = null } = props.file;
  return <OnePicture key={`${id} ${slot}`} {...props} />;
}

function OnePicture({ file, alt, whole = false }: Props) {
  const { t } = useTranslation('file');
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(0);
  const [drawn, setDrawn] = useState(false);
  const [way] = previewUrls(file, whole).slice(failed);
  useEffect(() => {
    // The image may have failed before hydration.
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setFailed(was => was + 1);
    if (complete && naturalWidth) setDrawn(true);
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
      className={drawn ? undefined : styles.waiting}
      aria-busy={!drawn}
      onLoad={() => setDrawn(true)}
      onError={() => setFailed(was => was + 1)}
    />
  );
}
