/** The STL export record: who received which original model, and when. */

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { modelExportsQuery } from '#web/lib/queries.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from '../case.module.css';

/** Polls every 15 s, because an export is no event of the case and is not pushed. */
const askAgainMs = 15_000;

export function ModelExportRecord({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['case', 'caseDetail', 'rx']);
  const { data, isPending } = useQuery({ ...modelExportsQuery(view.caseId), refetchInterval: askAgainMs });
  const items = (data ?? []).filter(({ at }) => !past || !view.asOf || at <= view.asOf);
  const nameOf = new Map(view.files.map(file => [file.id, file.name]));
  return (
    <Panel id="stlExportRecord" title={t('case:page.stlExportRecord')} count={items.length}>
      {isPending && <Skeleton lines={2} label={t('caseDetail:loading')} />}
      {!isPending && items.length === 0 && <p className="t-2">{t('caseDetail:empty.stlExportRecord')}</p>}
      {items.length > 0 && (
        <ul className={`rows ${styles.files}`}>
          {items.map(({ id, at, by, fileId, slot }) => (
            <li key={id} className={styles.exported}>
              <span className="num t-2">{formatMoment(at)}</span>
              <span className="t-strong">{actorName(by, t)}</span>
              <span className="clip">
                {t(slot ? `rx:slot.${slot}` : 'rx:fileKind.stl')}
                <span className="t-2"> {nameOf.get(fileId) ?? t('caseDetail:replaced')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
