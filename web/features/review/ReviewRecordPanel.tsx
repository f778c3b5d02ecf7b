/** The record of reviews: reviewer, decision, version and bundle; newest first. */

import { useTranslation } from 'react-i18next';
import { reviewPointsFor } from '#events/plan/review-points.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { formatMoment } from '#web/lib/format.ts';
import { noteText } from '#web/lib/note-text.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Timeline, type TimelineItemData } from '#web/ui/timeline.tsx';
import { acknowledgedPointText } from './red-items.ts';
import { reviewRecordLines } from './review-record.ts';

/** Number of red points that an approval acknowledged, with the unfoldable list. */
function Acknowledged({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('review');
  return (
    <Disclosure summary={t('confirm.acknowledged', { count: keys.length })}>
      <ul>
        {keys.map(key => (
          <li key={key}>{acknowledgedPointText(t, key)}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

type Props = { view: CaseView; list: 'plans' | 'targets' };

function useLines(list: Props['list']): (plan: PlanItem) => TimelineItemData[] {
  const { t } = useTranslation(['review', 'rx']);
  const points = reviewPointsFor(list === 'targets');
  const counted = (checked: readonly string[]) => {
    const count = points.filter(point => checked.includes(point)).length;
    return count > 0 ? [t('record.checked', { count, all: points.length })] : [];
  };
  const line = (plan: PlanItem): TimelineItemData[] =>
    reviewRecordLines(plan).map(({ id, word, tone, who, at, checked, acknowledged, ...noted }) => ({
      id: `${plan.version} ${id}`,
      time: formatMoment(at),
      dateTime: at,
      tone,
      solid: tone === 'danger',
      title: t(`record.${word}`, { version: plan.version }),
      by: [
        who.name,
        ...(id === 'submitted' ? [t('record.hash', { hash: plan.bundle.slice(0, 8) })] : []),
        ...counted(checked),
      ].join(' · '),
      note: (noteText(t, noted) || acknowledged.length > 0) && (
        <>
          {noteText(t, noted)}
          {acknowledged.length > 0 && <Acknowledged keys={acknowledged} />}
        </>
      ),
    }));
  return line;
}

export function ReviewRecordPanel({ view, list }: Props) {
  const { t } = useTranslation('review');
  const lines = useLines(list);
  const versions = view[list].toReversed();
  return (
    <Panel title={t('record.title')} id="record">
      {versions.length === 0 ? (
        <p className="t-2">{t('record.none')}</p>
      ) : (
        <Timeline
          label={t('record.lines')}
          compact
          days={versions.map(plan => ({
            id: String(plan.version),
            heading: `v${plan.version}`,
            items: lines(plan),
          }))}
        />
      )}
    </Panel>
  );
}
