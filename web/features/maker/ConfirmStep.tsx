/** The steps after the files: teeth, procedures, preview. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fdi } from '#events/tooth/fdi.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { PresenceCorrectionsByArch } from '#workers/stages/tooth-presence.ts';
import { CarriedOverRows } from './CarriedOverRows.tsx';
import { FileOrientation } from './FileOrientation.tsx';
import { PieceFindings } from './PieceFindings.tsx';
import { ProceduresStep } from './ProceduresStep.tsx';
import { type Procedures, proceduresAfterRenumbering } from './procedures.ts';
import { RestartButton } from './RestartButton.tsx';
import { StageFileIssues } from './StageFileIssues.tsx';
import { TeethStep } from './TeethStep.tsx';
import { numberedTeeth, type ToothNumbers, toothNumberProblems } from './tooth-numbers.ts';
import type { PlanMakerHandle, PlanMakerState } from './usePlanMaker.ts';

type ConfirmProps = {
  /** Teeth that the order extracts. */
  extract: readonly Fdi[];
  making: Extract<PlanMakerState, { step: 'teeth' }>;
  maker: PlanMakerHandle;
  numbers: Partial<ToothNumbers>;
  wishes: Procedures;
  turned: Partial<Record<Fdi, number>>;
  onTurn: (turned: Partial<Record<Fdi, number>>) => void;
  spans: PresenceCorrectionsByArch;
  onSpans: (spans: PresenceCorrectionsByArch) => void;
  /** Rows of the previous version with which the plan started. */
  carried: Procedures;
  /** Number of the previous version. */
  before: number;
  onNumbers: (numbers: Partial<ToothNumbers>) => void;
  onWishes: (wishes: Procedures) => void;
};

type FrameDoubtsProps = {
  issues: ConfirmProps['making']['read']['notes'];
  busy: boolean;
  seen: boolean;
  onSeen: (seen: boolean) => void;
  onTurn: PlanMakerHandle['turn'];
};

/** Doubts about the orientation of the files: the person states the axes, or confirms the picture. */
function FrameDoubts({ issues, busy, seen, onSeen, onTurn }: FrameDoubtsProps) {
  const { t } = useTranslation('maker');
  return (
    <>
      <StageFileIssues title={t('frame')} tone="danger" issues={issues} />
      <FileOrientation
        busy={busy}
        onState={stated => {
          onSeen(false);
          void onTurn(stated);
        }}
      />
      <Checkbox checked={seen} onChange={onSeen}>
        {t('frameSeen')}
      </Checkbox>
    </>
  );
}

function NumberProblems({ problems }: { problems: ReturnType<typeof toothNumberProblems> }) {
  const { t } = useTranslation('maker');
  if (problems.length === 0) return null;
  const textOf = ({ row, fdi }: (typeof problems)[number]) =>
    fdi ? t('problemTwice', { tooth: fdi }) : t('problemNone', { arch: t(`arch.${row}`) });
  return <Banner tone="warn">{problems.map(textOf).join(' ')}</Banner>;
}

export function ConfirmStep({ making, maker, onNumbers, onWishes, ...confirmed }: ConfirmProps) {
  const { numbers, wishes, extract, carried, before, turned, onTurn, spans, onSpans } = confirmed;
  const { t } = useTranslation('maker');
  const { read, busy, refused } = making;
  const [seen, setSeen] = useState(false);
  const frame = read.notes.filter(({ path }) => path === 'frame');
  const problems = toothNumberProblems(numbers);
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
    const following = proceduresAfterRenumbering(wishes, read.arches, numbers, next);
    onNumbers(next);
    // Unchanged procedures can still be replaced by a previous version that loads late.
    if (following !== wishes) onWishes(following);
  };
  return (
    <div className="stack">
      {frame.length > 0 && (
        <FrameDoubts issues={frame} busy={busy} seen={seen} onSeen={setSeen} onTurn={maker.turn} />
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
        teeth={numberedTeeth(numbers)}
        wishes={wishes}
        extract={extract}
        onChange={onWishes}
      />
      {refused && <StageFileIssues title={t('notBuilt')} tone="danger" issues={refused} />}
      <NumberProblems problems={problems} />
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
