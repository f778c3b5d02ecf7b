/** The small picture of a record that the server draws. What it cannot draw (a BMP) stands itself, if the browser can. */
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileItem } from '#projections/case/view.ts';
import styles from './file.module.css';

type Props = {
  /** A model's place says from which side it is drawn. */
  file: Pick<FileItem, 'id' | 'kind'> & { slot?: FileItem['slot'] };
  alt: string;
  /** The record itself, in its own size; the small picture where the browser cannot show it. */
  whole?: boolean;
};

/** What is asked for, one after the other. */
function ways({ kind, slot }: Props['file'], whole: boolean): string[] {
  if (kind === 'stl') return [slot ? `/picture?slot=${slot}` : '/picture'];
  return whole ? ['', '/picture'] : ['/picture', ''];
}

/** A file that was replaced or moved is another picture: the old one goes at once, the new one shows that it is on its way. */
export function FilePicture(props: Props) {
  const { id, slot = null } = props.file;
  return <OnePicture key={`${id} ${slot}`} {...props} />;
}

function OnePicture({ file, alt, whole = false }: Props) {
  const { t } = useTranslation('file');
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(0);
  const [drawn, setDrawn] = useState(false);
  const [way] = ways(file, whole).slice(failed);
  useEffect(() => {
    // It may have failed before anybody listened.
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
