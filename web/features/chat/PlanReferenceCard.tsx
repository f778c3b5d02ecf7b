/** A reference to a plan in a message: picture, text, and a link to the 3D viewer. */
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatRef } from '#events/chat/message.ts';
import { posterStages } from '#events/share/shared-bundle.ts';
import type { CaseView } from '#projections/case/view.ts';
import { stageText } from '#web/lib/stage-text.ts';
import { Link } from '#web/ui/link.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import styles from './message.module.css';

/** Number of the poster picture nearest to a stage; null if the version has no pictures. */
function posterOf(view: CaseView | undefined, { caseId, list = 'plans', version, stage = 0 }: ChatRef) {
  if (view?.caseId !== caseId || list !== 'plans') return null;
  const plan = view.plans.find(p => p.version === version);
  if (!plan) return null;
  const stages = posterStages(Math.max(plan.upperStages, plan.lowerStages));
  const away = stages.map(s => Math.abs(s - stage));
  return away.indexOf(Math.min(...away));
}

function refHref({ caseId, list = 'plans', version, stage, tooth }: ChatRef): string {
  if (version === undefined) return `/caseDetail?id=${caseId}`;
  const query = new URLSearchParams({ id: caseId, version: String(version) });
  if (stage !== undefined) query.set('stage', String(stage));
  if (tooth !== undefined) query.set('tooth', String(tooth));
  return `/${list === 'targets' ? 'arrangementCheck' : 'eSetThreeDView'}?${query}`;
}

/** "Plan v3, aligner 12, tooth 13", in two lines. */
export function usePlanReferenceFormatter() {
  const { t } = useTranslation(['chat', 'case']);
  return ({ caseId, list = 'plans', version, stage, tooth }: ChatRef) => ({
    what: version === undefined ? t('chat:ref.case', { caseId }) : t(`chat:ref.${list}`, { version }),
    where: [
      stage !== undefined && stageText(t, stage, list),
      tooth !== undefined && t('chat:ref.tooth', { tooth }),
    ]
      .filter(Boolean)
      .join(t('chat:comma')),
  });
}

export function PlanReferenceCard({ place }: { place: ChatRef }) {
  const { view } = useConversationContext();
  const { what, where } = usePlanReferenceFormatter()(place);
  const [failed, setFailed] = useState(false);
  const poster = posterOf(view, place);
  return (
    <Link className={styles.ref} href={refHref(place)}>
      {poster !== null && !failed && (
        <img
          src={`/api/cases/${encodeURIComponent(place.caseId)}/plans/${place.version}/posters/${poster}`}
          alt=""
          width={72}
          height={48}
          loading="lazy"
          onError={() => setFailed(true)}
        />
      )}
      <span className={styles.refWords}>
        <b className="clip">{what}</b>
        <span className="t-small t-2 clip num">{where}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
