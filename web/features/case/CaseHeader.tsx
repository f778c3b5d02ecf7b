/** The head of a case page: patient, status, actions and progress. */

import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import { nextActorsText } from '#web/case/CaseNextActors.tsx';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { ActionButtons } from '#web/features/action/ActionButtons.tsx';
import { caseConversationId } from '#web/features/chat/kind-display.ts';
import { CollaboratorsButton } from '#web/features/cover/CollaboratorsButton.tsx';
import { PatientDataMenu } from '#web/features/dataRequest/PatientDataMenu.tsx';
import { actorName } from '#web/lib/actor-name.ts';
import { openChatDock } from '#web/lib/chat-dock.ts';
import { ageInYears, dayOf } from '#web/lib/format.ts';
import { useCasePresence } from '#web/lib/live-state.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { ArchStepper } from '#web/ui/arch-stepper.tsx';
import { AvatarGroup } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './case.module.css';
import { caseProgressStepsAt, historyUpToVersion, stepCaptionKey } from './progress.ts';

type Props = { view: CaseView; history: readonly HistoryItem[]; now: number; past: boolean };

/** Opens the chat about the case, for people who have one. */
function Ask({ caseId }: { caseId: string }) {
  const { t } = useTranslation('caseDetail');
  const { data: who } = useQuery(currentUserQuery());
  const talk = who && caseConversationId(who.position, caseId);
  if (!talk) return null;
  return (
    <Button
      icon={<MessagesSquare aria-hidden="true" />}
      aria-keyshortcuts="C"
      onPress={() => openChatDock({ c: talk })}
    >
      {t(who.position === 'VendorAdmin' ? 'askLaboratory' : 'ask')}
    </Button>
  );
}

export function CaseHeader({ view, history, now, past }: Props) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail']);
  const { header } = view;
  const present = useCasePresence(header.caseId);
  const about = [
    header.gender && t(`rx:option.gender.${header.gender}`),
    header.birthDate && t('caseDetail:age', { count: ageInYears(header.birthDate, now) }),
  ].filter(Boolean);
  const facts = [
    about.join(t('caseDetail:comma')),
    header.method && t(`rx:option.method.${header.method}`),
    header.arch && t(`rx:option.arch.${header.arch}`),
    [header.clinic, header.owner.name].filter(Boolean).join(t('caseDetail:comma')),
    header.assignee && t('caseDetail:designer', { name: header.assignee.name }),
    header.submittedAt && t('caseDetail:submittedOn', { date: dayOf(header.submittedAt) }),
  ].filter(Boolean);
  const handler = past ? null : nextActorsText(header.handlers, t);
  const steps = caseProgressStepsAt(header.status, historyUpToVersion(history, view));
  return (
    <header className={styles.head}>
      <div className={styles.headRow}>
        <h1 className={styles.title}>
          <span className="num">{header.caseId}</span> {header.patientName || t('caseDetail:unnamed')}
        </h1>
        <CaseStatus status={header.status} statusWord={header.statusWord} waits={header.waits && !past} />
        {header.archived && <Badge>{t('case:case.archived')}</Badge>}
        {view.erased && <Badge>{t('case:case.erased')}</Badge>}
        <span className={`push ${styles.headActions}`}>
          {present.length > 0 && (
            <AvatarGroup label={t('case:case.seenBy')} people={present.map(p => ({ ...p, online: true }))} />
          )}
          {!past && <Ask caseId={header.caseId} />}
          <ActionButtons item={{ ...header, actions: past ? [] : header.actions }} place="page" />
          {!past && <CollaboratorsButton caseId={header.caseId} />}
          {!past && <PatientDataMenu view={view} />}
        </span>
      </div>
      <p className={styles.facts}>
        {facts.map(fact => (
          <span key={String(fact)}>{fact}</span>
        ))}
        {handler && <span>{t('case:handler.now', { handler })}</span>}
        {header.parentId && (
          <Link className="link" href={`/caseDetail?id=${header.parentId}`}>
            {t('case:case.parent', { caseId: header.parentId })}
          </Link>
        )}
        {header.childId && (
          <Link className="link" href={`/caseDetail?id=${header.childId}`}>
            {t('case:case.child', { caseId: header.childId })}
          </Link>
        )}
      </p>
      <ArchStepper
        label={t('case:page.progress')}
        variant="progress"
        tone={header.waits ? 'warn' : 'brand'}
        steps={steps.map(step => ({
          id: step.id,
          label: t(`caseDetail:step.${step.id}`),
          state: step.state,
          note:
            step.state === 'current'
              ? t(`caseDetail:stepNow.${stepCaptionKey(step.id, header.statusWord)}`)
              : step.state === 'problem'
                ? t('caseDetail:stepNow.problem')
                : step.at
                  ? dayOf(step.at).slice(5)
                  : undefined,
          title: step.at ? `${dayOf(step.at)} ${step.by ? actorName(step.by, t) : ''}` : undefined,
        }))}
      />
    </header>
  );
}
