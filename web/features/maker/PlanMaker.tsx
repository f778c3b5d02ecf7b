/**
 * /eSetThreeDView?make=plans: a plan (or a target) from a technician's stage files. Files, teeth, what is done to them,
 * a look at it, and it is handed in. All of it is computed in this browser; only the finished bundle is sent.
 */
import { ChevronLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import { type Fdi, isFdi } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import { ChatButton } from '#web/features/chat/ChatButton.tsx';
import { useBundle } from '#web/features/plan/useBundles.ts';
import { IsTarget } from '#web/features/viewer/useStageWords.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ReadResult } from '#workers/stages/protocol.ts';
import type { PresenceCorrections } from '#workers/stages/tooth-presence.ts';
import { Brief } from './Brief.tsx';
import { Carried } from './Carried.tsx';
import { CheckStep } from './CheckStep.tsx';
import { DoingsStep } from './DoingsStep.tsx';
import { FilesStep } from './FilesStep.tsx';
import { Found } from './Found.tsx';
import { Issues } from './Issues.tsx';
import { Lying } from './Lying.tsx';
import styles from './maker.module.css';
import { type Numbers, presentTeeth, problemsOf } from './numbers.ts';
import { OtherFiles } from './OtherFiles.tsx';
import { TeethStep } from './TeethStep.tsx';
import { type Maker, type Making, proposedNumbers, useMaker } from './useMaker.ts';
import { carriedWishes, merged, noWishes, renumbered, shellWishes, type Wishes } from './wishes.ts';

type Props = { view: CaseView; list: VersionList; onDone: () => void };

type ConfirmProps = {
  /** Teeth that the order extracts. */
  extract: readonly Fdi[];
  making: Extract<Making, { step: 'teeth' }>;
  maker: Maker;
  numbers: Partial<Numbers>;
  wishes: Wishes;
  turned: Partial<Record<Fdi, number>>;
  onTurn: (turned: Partial<Record<Fdi, number>>) => void;
  spans: PresenceCorrections;
  onSpans: (spans: PresenceCorrections) => void;
  /** Rows of the version before, as the plan began with them. */
  carried: Wishes;
  /** Number of that version. */
  before: number;
  onNumbers: (numbers: Partial<Numbers>) => void;
  onWishes: (wishes: Wishes) => void;
};

function Confirm({ making, maker, onNumbers, onWishes, ...confirmed }: ConfirmProps) {
  const { numbers, wishes, extract, carried, before, turned, onTurn, spans, onSpans } = confirmed;
  const { t } = useTranslation('maker');
  const { read, busy, refused } = making;
  const [seen, setSeen] = useState(false);
  const frame = read.notes.filter(({ path }) => path === 'frame');
  const problems = problemsOf(numbers);
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
  const renumber = (next: Partial<Numbers>) => {
    const following = renumbered(wishes, read.arches, numbers, next);
    onNumbers(next);
    // Unchanged wishes stay open to an earlier version that is still being read.
    if (following !== wishes) onWishes(following);
  };
  return (
    <div className="stack">
      {frame.length > 0 && (
        <>
          <Issues title={t('frame')} tone="danger" issues={frame} />
          <Lying
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
      <Issues title={t('notes')} tone="warn" issues={read.notes.filter(({ path }) => path !== 'frame')} />
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
      <Found
        arches={read.arches}
        numbers={numbers}
        spans={spans}
        onSpans={onSpans}
        wishes={wishes}
        onWishes={onWishes}
      />
      <h2 className="t-title">{t('doings')}</h2>
      <Carried version={before} wishes={wishes} carried={carried} onChange={onWishes} />
      <DoingsStep
        arches={read.arches}
        teeth={presentTeeth(numbers)}
        wishes={wishes}
        extract={extract}
        onChange={onWishes}
      />
      {refused && <Issues title={t('notBuilt')} tone="danger" issues={refused} />}
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
        <OtherFiles onRestart={maker.restart} />
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
 * Numbers and wishes are kept while the technician goes back from the built plan. Other files begin with the proposed
 * numbers, the attachments found in them, and the IPR and attachments of the version before.
 * @param earlier plan.json of that version; undefined while it is read, null where there is none
 */
function useConfirmed(read: ReadResult | null, earlier: PlanBundle | null | undefined) {
  const [numbers, setNumbers] = useState<Partial<Numbers>>({});
  // Null until the technician changes a row: an earlier version that arrives late does not overwrite entries.
  const [entered, setWishes] = useState<Wishes | null>(null);
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
    if (!read) return { carried: noWishes, wishes: noWishes };
    const stages = Object.fromEntries(read.arches.map(({ arch, stages: count }) => [arch, count]));
    const carried = earlier ? carriedWishes(earlier, presentTeeth(proposedNumbers(read)), stages) : noWishes;
    return { carried, wishes: merged(shellWishes(read.arches, proposedNumbers(read)), carried) };
  }, [read, earlier]);
  const { carried } = begun;
  const wishes = entered ?? begun.wishes;
  return { numbers, setNumbers, wishes, carried, setWishes, turned, setTurned, spans, setSpans };
}

export function PlanMaker({ view, list, onDone }: Props) {
  const { t } = useTranslation('maker');
  const maker = useMaker();
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
        <IsTarget value={list === 'targets'}>
          <CheckStep view={view} list={list} built={making.built} onBack={maker.back} onDone={onDone} />
        </IsTarget>
      ) : (
        <div className={styles.page}>
          <Brief view={view} list={list} />
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
