/** Brief for the next version: refusals of the last one, open requests and comments, and the order. */

import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { TeethSection } from '#web/features/case/sections/TeethSection.tsx';
import { movementCaps } from '#web/features/plan/caps.ts';
import { ChangeRequestsPanel } from '#web/features/review/ChangeRequestsPanel.tsx';
import { reviewRecordLines } from '#web/features/review/review-record.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { stageText } from '#web/lib/stage-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './maker.module.css';

type Props = { view: CaseView; list: VersionListName };

/** Refusals of the last version: person and note. */
function Refusals({ view, list }: Props) {
  const { t } = useTranslation('review');
  const last = view[list].at(-1);
  const back = last ? reviewRecordLines(last).filter(({ tone }) => tone === 'danger' || tone === 'warn') : [];
  return back.map(({ id, word, who, at, note }) => (
    <Banner key={id} tone="warn" role="none" title={t(`record.${word}`, { version: last?.version })}>
      {note && <p className={styles.words}>{note}</p>}
      <p className="t-small t-2">
        v{last?.version} · {who.name}, <time dateTime={at}>{formatMoment(at)}</time>
      </p>
    </Banner>
  ));
}

/** Unresolved comments on any version. */
function OpenComments({ view, list }: Props) {
  const { t } = useTranslation(['review', 'case']);
  const open = view.comments.filter(c => c.list === list && !c.resolved);
  if (open.length === 0) return null;
  return (
    <Panel title={t('review:comments.title')} count={open.length}>
      <ul className={styles.said}>
        {open.map(({ comment, version, stage, tooth, by, note }) => (
          <li key={comment}>
            <span className={styles.words}>{note}</span>
            <span className="t-small t-2">
              v{version} ·{' '}
              {t(`review:comments.${tooth === null ? 'where' : 'whereTooth'}`, {
                tooth,
                at: stageText(t, stage, list),
              })}{' '}
              · {actorName(by, t)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Marks and movement caps of the order. */
function OrderSummary({ view }: Pick<Props, 'view'>) {
  const { t } = useTranslation(['maker', 'review']);
  const { step, angle } = movementCaps(view);
  const { markers } = view.sections;
  return (
    <Panel title={t('review:asked')}>
      <div className="stack">
        {markers && <TeethSection markers={markers} />}
        {(step !== null || angle !== null) && (
          <p>{t('maker:caps', { step: step ?? '–', angle: angle ?? '–' })}</p>
        )}
        <div>
          <LinkButton
            size="small"
            icon={<ExternalLink />}
            href={`/caseDetail?id=${view.caseId}`}
            target="_blank"
          >
            {t('maker:wholeOrder')}
          </LinkButton>
        </div>
      </div>
    </Panel>
  );
}

export function DesignBrief({ view, list }: Props) {
  const { t } = useTranslation('maker');
  const version = view[list].at(-1)?.version ?? 0;
  const none = { bundle: null, previous: null };
  return (
    <aside className={styles.brief} aria-label={t('brief')}>
      <Refusals view={view} list={list} />
      <ChangeRequestsPanel view={view} list={list} version={version} {...none} />
      <OpenComments view={view} list={list} />
      <OrderSummary view={view} />
    </aside>
  );
}
