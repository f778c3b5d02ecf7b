/** Poster pictures of a version side by side with captions; pictures that cannot be drawn are left out. */
import { useState } from 'react';
import styles from './posters.module.css';
import type { ReportPicture } from './report.ts';

type Props = {
  caseId: string;
  version: number;
  pictures: readonly ReportPicture[];
};

export function PlanPosters({ caseId, version, pictures }: Props) {
  const [failed, setFailed] = useState<ReadonlySet<number>>(new Set());
  const shown = pictures.filter(({ at }) => !failed.has(at));
  if (shown.length === 0) return null;
  return (
    <div className={styles.posters}>
      {shown.map(({ at, caption }) => (
        <figure key={at} className={styles.poster}>
          <img
            src={`/api/cases/${encodeURIComponent(caseId)}/plans/${version}/posters/${at}`}
            alt={caption}
            width={720}
            height={480}
            loading="lazy"
            onError={() => setFailed(was => new Set([...was, at]))}
          />
          <figcaption aria-hidden="true">{caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}
