/** The newest plan with its reviews, earlier versions, and the target positions. */

import { useTranslation } from 'react-i18next';
import { posterCount } from '#events/share/shared-bundle.ts';
import type { CaseView, PlanItem, ReviewItem } from '#projections/case/view.ts';
import { PlanPosters } from '#web/features/review/PlanPosters.tsx';
import { reviewStateKey } from '#web/features/review/review-record.ts';
import { ShareButton } from '#web/features/share/ShareButton.tsx';
import { findPlanJson } from '#web/features/viewer/bundle.ts';
import { dayOf, formatMoment } from '#web/lib/format.ts';
import { noteText } from '#web/lib/note-text.ts';
import { planName } from '#web/lib/plan-name.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { StatFigure, StatFigures } from '#web/ui/figure.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Tone } from '#web/ui/theme.ts';

const tones: Record<PlanItem['status'], Tone> = { unreviewed: 'info', rejected: 'danger', approved: 'ok' };

/** States who declared a version void, when, and why. */
export function VoidVersionNotice({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation(['plan', 'caseDetail', 'rx']);
  if (!plan.void) return null;
  const { by, at } = plan.void;
  return (
    <p className="t-2">
      {t('caseDetail:voided', { name: by.name, at: formatMoment(at), note: noteText(t, plan.void, true) })}
    </p>
  );
}

export function PlanKeyFacts({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation(['plan', 'caseDetail', 'rx']);
  const said = (r: ReviewItem) => {
    const note = noteText(t, r, true);
    return note && ` · ${note}`;
  };
  const review = (name: string, r: ReviewItem | null) => ({
    key: name,
    label: t(`caseDetail:review.${name}`),
    value: r
      ? `${t(`rx:option.review.${r.result}`)} · ${r.by.name}, ${formatMoment(r.at)}${said(r)}`
      : t('caseDetail:review.none'),
  });
  return (
    <div className="stack">
      <StatFigures>
        <StatFigure value={`${plan.upperStages} / ${plan.lowerStages}`} label={t('caseDetail:stages')} />
        <StatFigure value={`v${plan.version}`} label={planName(t, plan)} />
        <StatFigure
          value={<code className="num">{plan.bundle.slice(0, 8)}</code>}
          label={t('caseDetail:bundleHash')}
        />
      </StatFigures>
      {plan.instructions && <p id="planInstructions">{plan.instructions}</p>}
      <KeyValueList
        items={[review('expert', plan.expert), review('doctor', plan.doctor)]}
        labelWidth="132px"
      />
      <VoidVersionNotice plan={plan} />
    </div>
  );
}

/** The first and the last poster picture. */
const firstAndLastPoster = (plan: PlanItem) => [
  { at: 0, name: 'start' },
  ...(plan.upperStages + plan.lowerStages > 0 ? [{ at: posterCount - 1, name: 'goal' }] : []),
];

function Version({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation(['caseDetail', 'plan']);
  return (
    <Disclosure
      summary={`v${plan.version} · ${planName(t, plan)} · ${plan.by.name}, ${dayOf(plan.at)} · ${t(`plan:reviewState.${reviewStateKey(plan)}`)}`}
    >
      <PlanKeyFacts plan={plan} />
    </Disclosure>
  );
}

export function PlanSection({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'caseDetail', 'plan']);
  const plan = view.plans.at(-1);
  const older = view.plans.slice(0, -1).toReversed();
  return (
    <Panel
      id="plan"
      title={t('case:page.plan')}
      badge={
        plan && (
          <StatusChip tone={tones[plan.status]}>{t(`plan:reviewState.${reviewStateKey(plan)}`)}</StatusChip>
        )
      }
      note={plan ? `${plan.by.name}, ${formatMoment(plan.at)}` : undefined}
      action={
        plan && (
          <>
            <ShareButton view={view} list="plans" version={plan.version} />
            <LinkButton size="small" href={`/schemeApproveWidget?id=${view.caseId}`}>
              {t(view.header.waits ? 'caseDetail:openPlan' : 'caseDetail:seePlan')}
            </LinkButton>
          </>
        )
      }
    >
      {plan && findPlanJson(plan.files) && (
        <PlanPosters
          key={plan.version}
          caseId={view.caseId}
          version={plan.version}
          pictures={firstAndLastPoster(plan).map(({ at, name }) => ({
            at,
            caption: t(`plan:picture.${name}`),
          }))}
        />
      )}
      {plan ? <PlanKeyFacts plan={plan} /> : <p className="t-2">{t('caseDetail:noPlan')}</p>}
      {older.map(p => (
        <Version key={p.version} plan={p} />
      ))}
      {view.targets.length > 0 && (
        <section>
          <h3 className="eyebrow">{t('caseDetail:targets')}</h3>
          {view.targets.toReversed().map(p => (
            <Version key={p.version} plan={p} />
          ))}
        </section>
      )}
    </Panel>
  );
}
