/** What the next version has to answer: why the last one was refused, what is asked and said of it, what is ordered. */
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VersionList } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { Teeth } from '#web/features/case/sections/Teeth.tsx';
import { capsOf } from '#web/features/plan/caps.ts';
import { RequestsPanel } from '#web/features/review/RequestsPanel.tsx';
import { reviewsOf } from '#web/features/review/record.ts';
import { momentOf } from '#web/lib/format.ts';
import { stageText } from '#web/lib/stage-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './maker.module.css';

type Props = { view: CaseView; list: VersionList };

/** Who sent the last version back, and in which words. */
function Refusals({ view, list }: Props) {
  const { t } = useTranslation('review');
  const last = view[list].at(-1);
  const back = last ? reviewsOf(last).filter(({ tone }) => tone === 'danger' || tone === 'warn') : [];
  return back.map(({ id, word, who, at, note }) => (
    <Banner key={id} tone="warn" role="none" title={t(`record.${word}`, { version: last?.version })}>
      {note && <p className={styles.words}>{note}</p>}
      <p className="t-small t-2">
        v{last?.version} · {who.name}, <time dateTime={at}>{momentOf(at)}</time>
      </p>
    </Banner>
  ));
}

/** Comments that nobody has closed, whichever version they are pinned to. */
function Said({ view, list }: Props) {
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
              · {by.name}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The marks of the order, and what it allows of one aligner. */
function Ordered({ view }: Pick<Props, 'view'>) {
  const { t } = useTranslation(['maker', 'review']);
  const { step, angle } = capsOf(view);
  const { markers } = view.sections;
  return (
    <Panel title={t('review:asked')}>
      <div className="stack">
        {markers && <Teeth markers={markers} />}
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

export function Brief({ view, list }: Props) {
  const { t } = useTranslation('maker');
  const version = view[list].at(-1)?.version ?? 0;
  const none = { bundle: null, previous: null };
  return (
    <aside className={styles.brief} aria-label={t('brief')}>
      <Refusals view={view} list={list} />
      <RequestsPanel view={view} list={list} version={version} {...none} />
      <Said view={view} list={list} />
      <Ordered view={view} />
    </aside>
  );
}
