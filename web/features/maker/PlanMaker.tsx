/**
 * /eSetThreeDView?make=plans: creates a plan or target from a technician's stage files: files, teeth,
 * procedures, preview,
 * submission. Everything is computed in this browser; only the finished bundle is uploaded.
 */
import { ChevronLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import { ChatButton } from '#web/features/chat/ChatButton.tsx';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNames.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ReadResult } from '#workers/stages/protocol.ts';
import type { PresenceCorrections } from '#workers/stages/tooth-presence.ts';
import { CarriedOverRows } from './CarriedOverRows.tsx';
import { CheckStep } from './CheckStep.tsx';
import { DesignBrief } from './DesignBrief.tsx';
import { FileOrientation } from './FileOrientation.tsx';
import { FilesStep } from './FilesStep.tsx';
import styles from './maker.module.css';
import { PieceFindings } from './PieceFindings.tsx';
import { ProceduresStep } from './ProceduresStep.tsx';
import {
  carriedProcedures,
  followRenumbering,
  mergeProcedures,
  noProcedures,
  type Procedures,
  shellAttachments,
} from './procedures.ts';
import { RestartButton } from './RestartButton.tsx';
import { StageFileIssues } from './StageFileIssues.tsx';
import { TeethStep } from './TeethStep.tsx';
import { numberProblems, presentTeeth, type ToothNumbers } from './tooth-numbers.ts';
import { type PlanMakerHandle, type PlanMakerState, proposedNumbers, usePlanMaker } from './usePlanMaker.ts';

type Props = { view: CaseView; list: VersionList; onDone: () => void };

type ConfirmProps = {
  /** Teeth that the order extracts. */
  extract: readonly Fdi[];
  making: Extract<PlanMakerState, { step: 'teeth' }>;
  maker: PlanMakerHandle;
  numbers: Partial<ToothNumbers>;
  wishes: Procedures;
  turned: Partial<Record<Fdi, number>>;
  onTurn: (turned: Partial<Record<Fdi, number>>) => void;
  spans: PresenceCorrections;
  onSpans: (spans: PresenceCorrections) => void;
  /** Rows of the previous version with which the plan started. */
  carried: Procedures;
  /** Number of the previous version. */
  before: number;
  onNumbers: (numbers: Partial<ToothNumbers>) => void;
  onWishes: (wishes: Procedures) => void;
};

function Confirm({ making, maker, onNumbers, onWishes, ...confirmed }: ConfirmProps) {
  const { numbers, wishes, extract, carried, before, turned, onTurn, spans, onSpans } = confirmed;
  const { t } = useTranslation('maker');
  const { read, busy, refused } = making;
  const [seen, setSeen] = useState(false);
  const frame = read.notes.filter(({ path }) => path === 'frame');
  const problems = numberProblems(numbers);
  const ready = problems.length === 0 && (frame.length === 0 || seen);
  const build = () =>
    void maker.build(numbers, {
      attachments: [],
      cuts: [],
      pontics: [],
      ipr: [...wishes.ipr],
      wished: wishes.attachments,
      turned,
      spans,
    });
  const renumber = (next: Partial<ToothNumbers>) => {
    const following = followRenumbering(wishes, read.arches, numbers, next);
    onNumbers(next);
    // Unchanged procedures can still be replaced by a previous version that loads late.
    if (following !== wishes) onWishes(following);
  };
  return (
    <div className="stack">
      {frame.length > 0 && (
        <>
          <StageFileIssues title={t('frame')} tone="danger" issues={frame} />
          <FileOrientation
            busy={busy}
            onState={stated => {
              setSeen(false);
              void maker.turn(stated);
            }}
          />
          <Checkbox checked={seen} onChange={setSeen}>
            {t('frameSeen')}
          </Checkbox>
        </>
      )}
      <StageFileIssues
        title={t('notes')}
        tone="warn"
        issues={read.notes.filter(({ path }) => path !== 'frame')}
      />
      <h2 className="t-title">{t('teeth')}</h2>
      <p className="t-2">{t('teethHow')}</p>
      <TeethStep
        arches={read.arches}
        onChange={renumber}
        numbers={numbers}
        extract={extract}
        turned={turned}
        onTurn={onTurn}
      />
      <PieceFindings
        arches={read.arches}
        numbers={numbers}
        spans={spans}
        onSpans={onSpans}
        wishes={wishes}
        onWishes={onWishes}
      />
      <h2 className="t-title">{t('doings')}</h2>
      <CarriedOverRows version={before} wishes={wishes} carried={carried} onChange={onWishes} />
      <ProceduresStep
        arches={read.arches}
        teeth={presentTeeth(numbers)}
        wishes={wishes}
        extract={extract}
        onChange={onWishes}
      />
      {refused && <StageFileIssues title={t('notBuilt')} tone="danger" issues={refused} />}
      {problems.length > 0 && (
        <Banner tone="warn">
          {problems
            .map(({ row, fdi }) =>
              fdi ? t('problemTwice', { tooth: fdi }) : t('problemNone', { arch: t(`arch.${row}`) }),
            )
            .join(' ')}
        </Banner>
      )}
      <div className="row">
        <RestartButton onRestart={maker.restart} />
        <Button
          variant="primary"
          pending={busy}
          disabled={!ready}
          disabledReason={ready ? undefined : t(problems.length > 0 ? 'numbersFirst' : 'frameFirst')}
          onPress={build}
        >
          {t('build')}
        </Button>
      </div>
    </div>
  );
}

/**
 * Tooth numbers and procedures, kept while the technician goes back from the built plan. New files start with
 * the proposed numbers, the attachments found in them, and the procedures of the previous version. @param
 * earlier plan.json of that version; undefined while loading, null if there is none
 */
function useConfirmed(read: ReadResult | null, earlier: PlanBundle | null | undefined) {
  const [numbers, setNumbers] = useState<Partial<ToothNumbers>>({});
  // Null until the technician changes a row: a previous version that loads late does not overwrite entries.
  const [entered, setWishes] = useState<Procedures | null>(null);
  const [turned, setTurned] = useState<Partial<Record<Fdi, number>>>({});
  const [spans, setSpans] = useState<PresenceCorrections>({});
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
      ? carriedProcedures(earlier, presentTeeth(proposedNumbers(read)), stages)
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
            <Confirm
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
