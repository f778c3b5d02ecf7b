/**
 * /eSetThreeDView?make=plans: creates a plan or target from a technician's stage files: files, teeth,
 * procedures, preview,
 * submission. Everything is computed in this browser; only the finished bundle is uploaded.
 */
import { ChevronLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import { ChatButton } from '#web/features/chat/ChatButton.tsx';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { StageFilesReadResult } from '#workers/stages/protocol.ts';
import type { PresenceCorrectionsByArch } from '#workers/stages/tooth-presence.ts';
import { CheckStep } from './CheckStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DesignBrief } from './DesignBrief.tsx';
import { FilesStep } from './FilesStep.tsx';
import styles from './maker.module.css';
import {
  carriedOverProcedures,
  mergeProcedures,
  noProcedures,
  type Procedures,
  shellAttachments,
} from './procedures.ts';
import { numberedTeeth, type ToothNumbers } from './tooth-numbers.ts';
import { proposedNumbers, usePlanMaker } from './usePlanMaker.ts';

type Props = { view: CaseView; list: VersionListName; onDone: () => void };

/**
 * Tooth numbers and procedures, kept while the technician goes back from the built plan. New files start with
 * the proposed numbers, the attachments found in them, and the procedures of the previous version. @param
 * earlier plan.json of that version; undefined while loading, null if there is none
 */
function useConfirmed(read: StageFilesReadResult | null, earlier: PlanBundle | null | undefined) {
  const [numbers, setNumbers] = useState<Partial<ToothNumbers>>({});
  // Null until the technician changes a row: a previous version that loads late does not overwrite entries.
  const [entered, setWishes] = useState<Procedures | null>(null);
  const [turned, setTurned] = useState<Partial<Record<Fdi, number>>>({});
  const [spans, setSpans] = useState<PresenceCorrectionsByArch>({});
  useEffect(() => {
    if (!read) return;
    setNumbers(proposedNumbers(read));
    setWishes(null);
    setTurned({});
    setSpans({});
  }, [read]);
  const begun = useMemo(() => {
    if (!read) return { carried: noProcedures, wishes: noProcedures };
    const stages = Object.fromEntries(read.arches.map(({ arch, stages: count }) => [arch, count]));
    const carried = earlier
      ? carriedOverProcedures(earlier, numberedTeeth(proposedNumbers(read)), stages)
      : noProcedures;
    return {
      carried,
      wishes: mergeProcedures(shellAttachments(read.arches, proposedNumbers(read)), carried),
    };
  }, [read, earlier]);
  const { carried } = begun;
  const wishes = entered ?? begun.wishes;
  return { numbers, setNumbers, wishes, carried, setWishes, turned, setTurned, spans, setSpans };
}

export function PlanMaker({ view, list, onDone }: Props) {
  const { t } = useTranslation('maker');
  const maker = usePlanMaker();
  const { making } = maker;
  const before = view[list].at(-1);
  const { setNumbers, setWishes, setTurned, setSpans, ...confirmed } = useConfirmed(
    making.step === 'files' ? null : making.read,
    useBundle(before),
  );
  return (
    <div className={styles.maker}>
      <header className={styles.head}>
        <IconButton
          label={t('toCase')}
          icon={<ChevronLeft />}
          href={`/caseDetail?id=${view.caseId}&section=plan`}
        />
        <h1 className="t-title">
          <span className="num">{view.caseId}</span> {t(`title.${list}`)}
        </h1>
        <ol className={styles.steps}>
          {(['files', 'teeth', 'built'] as const).map(step => (
            <li key={step} aria-current={making.step === step ? 'step' : undefined}>
              {t(`step.${step}`)}
            </li>
          ))}
        </ol>
        <ChatButton />
      </header>
      {making.step === 'built' ? (
        <IsTargetContext value={list === 'targets'}>
          <CheckStep view={view} list={list} built={making.built} onBack={maker.back} onDone={onDone} />
        </IsTargetContext>
      ) : (
        <div className={styles.page}>
          <DesignBrief view={view} list={list} />
          {making.step === 'files' ? (
            <FilesStep making={making} maker={maker} />
          ) : (
            <ConfirmStep
              making={making}
              maker={maker}
              {...confirmed}
              extract={(view.sections.markers?.extract ?? []).filter(isFdi)}
              before={before?.version ?? 0}
              onTurn={setTurned}
              onSpans={setSpans}
              onNumbers={setNumbers}
              onWishes={setWishes}
            />
          )}
        </div>
      )}
    </div>
  );
}
