/** /addCase/…: what stands around every step, and stays while steps change: head, way, save state, summary, footer. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftStatus } from '#events/case/draft.ts';
import { contradictions } from '#events/contradiction/contradictions.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useUploads } from '#web/features/file/useUploads.ts';
import { mayCreate } from '#web/features/shell/nav.ts';
import { refresh } from '#web/lib/act.ts';
import { dayOf } from '#web/lib/format.ts';
import { usePreload } from '#web/lib/navigate.tsx';
import { watchCase } from '#web/lib/socket.ts';
import { caseView, me } from '#web/lib/view.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Conflicts } from './Conflicts.tsx';
import { useWizard, WizardContext, type WizardState } from './context.ts';
import { editedOf } from './draft-state.ts';
import { contradictionsDue } from './due-contradictions.ts';
import { Footer } from './Footer.tsx';
import { usableOf } from './fields.ts';
import { focusField } from './focus.ts';
import { Head } from './Head.tsx';
import { Nothing } from './Nothing.tsx';
import { Start } from './Start.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';
import { fetchSheets } from './sheets.ts';
import {
  headedSteps,
  neighbour,
  sectionOf,
  stepFor,
  stepOfPath,
  type WizardSearch,
  type WizardStep,
  wizardHref,
} from './steps.ts';
import { useDraft } from './useDraft.ts';
import { useKeys } from './useKeys.ts';
import { useMixedUp } from './useMixedUp.ts';
import { WizardSidebar } from './WizardSidebar.tsx';
import { WizardSteps } from './WizardSteps.tsx';
import styles from './wizard.module.css';

type Props = {
  step: WizardStep;
  search: WizardSearch;
  go: (href: string, replace?: boolean) => void;
  /** Milliseconds since 1970. */
  now: number;
  /** The step's form. */
  children?: ReactNode;
};

export function Wizard({ step, search, go, now, children }: Props) {
  const { t } = useTranslation('wizard');
  const { data: user } = useQuery(me());
  const { data: view, isPending } = useQuery({ ...caseView(search.id ?? ''), enabled: Boolean(search.id) });
  if (!search.id) {
    if (user && !mayCreate(user.position))
      return (
        <Nothing title={t('notYours')} href="/caseList" label={t('toList')}>
          {t('notYoursHow')}
        </Nothing>
      );
    if (step === 'pcEnter') return <Start go={go} />;
    return <Nothing title={t('noCase')} href="/addCase/pcEnter" label={t('start')} />;
  }
  if (view && user)
    return (
      <Editing
        key={view.caseId}
        step={step}
        view={view}
        userId={user.id}
        slot={search.slot}
        go={go}
        now={now}
      >
        {children}
      </Editing>
    );
  if (isPending || !user) return <Skeleton lines={10} label={t('loading')} />;
  return <Nothing title={t('error:103001', { ns: 'error' })} href="/caseList" label={t('toList')} />;
}

type EditingProps = Pick<Props, 'step' | 'go' | 'now' | 'children'> & {
  view: CaseView;
  userId: string;
  slot: string | undefined;
};

/** The keyboard goes where the address says, and the others see what is being edited here. */
function usePlace(step: WizardStep, slot: string | undefined, caseId: string): void {
  const last = useRef(step);
  useEffect(() => {
    // A reload stands where it stood; another step begins at its top.
    const turned = last.current !== step;
    last.current = step;
    if (slot) focusField(slot);
    else if (turned) window.scrollTo({ top: 0 });
  }, [step, slot]);
  useEffect(() => watchCase(caseId, 'editing', sectionOf[step]), [caseId, step]);
}

/** The draft of the case with its uploads, as every step gets it. */
function useWizardState({
  step,
  view,
  userId,
  go,
  now,
}: Omit<EditingProps, 'slot' | 'children'>): WizardState {
  const { draft, state } = useDraft(view, userId);
  const uploads = useUploads({
    caseId: view.caseId,
    files: view.files,
    onDone: () => void refresh(view.caseId),
  });
  const models = useMixedUp(view.files, { caseId: view.caseId, userId }, uploads.foundOf);
  // Leaving a step saves it, and says what is wrong in it.
  useEffect(() => () => void draft.save(sectionOf[step]), [draft, step]);
  return useMemo(() => {
    const edited = editedOf(state);
    const facts = { sections: usableOf(edited, dayOf(now)), files: view.files, today: dayOf(now) };
    const { missing } = draftStatus(facts.sections, facts.files);
    const clashes = contradictionsDue(contradictions(facts), step, edited);
    return { step, view, userId, draft, state, edited, missing, clashes, uploads, models, go };
  }, [step, view, userId, draft, state, uploads, models, go, now]);
}

function Editing(props: EditingProps) {
  const { step, view, slot, go, now, children } = props;
  const wizard = useWizardState(props);
  const [submitting, setSubmitting] = useState(false);
  usePlace(step, slot, view.caseId);
  const { method } = wizard.edited.prescription;
  const right = stepFor(step, method);
  useEffect(() => {
    if (right !== step) go(wizardHref(right, { id: view.caseId }), true);
  }, [right, step, view.caseId, go]);
  const turn = (by: 1 | -1) => {
    const to = neighbour(step, by, method);
    const onPress = () => {
      // Whoever turns twice at once is further on than what is drawn: the address says where.
      const next = neighbour(stepOfPath(location.pathname), by, method);
      if (next) go(wizardHref(next, { id: view.caseId }));
    };
    return to && { step: to, onPress };
  };
  useEffect(() => void fetchSheets(method).catch(() => undefined), [method]);
  usePreload(headedSteps(method).map(each => wizardHref(each, { id: view.caseId })));
  const up = turn(-1);
  const down = turn(1);
  const save = () => void wizard.draft.saveAll();
  const submit = () => setSubmitting(true);
  useKeys({ save, up: up?.onPress, down: down?.onPress, submit: submitting ? undefined : submit });
  return (
    <WizardContext value={wizard}>
      <div className={styles.wizard}>
        <Head now={now} />
        <WizardSteps />
        <div className={styles.grid}>
          <div className={styles.main}>
            <Conflicts />
            <Notices />
            {view.may.edit === 'yes' && right === step && <StepForm>{children}</StepForm>}
          </div>
          <WizardSidebar now={now} />
        </div>
        <Footer
          back="/caseList"
          onSave={save}
          up={up?.onPress}
          down={down}
          onSubmit={submit}
          missing={wizard.missing.length}
          wrong={wizard.state.sections[sectionOf[step]].issues.length}
        />
        <SubmitDialog open={submitting} onClose={() => setSubmitting(false)} />
      </div>
    </WizardContext>
  );
}

/** Leaving a field says what is wrong with it; leaving one part of a group that belongs together does not. */
function StepForm({ children }: { children: ReactNode }) {
  const { step, draft } = useWizard();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => event.preventDefault()}
      onBlur={event => {
        const whole = event.target.closest('[data-whole]');
        const stays = whole && event.relatedTarget instanceof Node && whole.contains(event.relatedTarget);
        if (!stays) draft.check(sectionOf[step]);
      }}
    >
      {children}
    </form>
  );
}

/** What the whole page should know of this case: closed, sent back, stars where the eye is hidden. */
function Notices() {
  const { t } = useTranslation('wizard');
  const { view, state, step } = useWizard();
  const refused = state.sections[sectionOf[step]].refused;
  return (
    <>
      {view.may.edit !== 'yes' && (
        <Banner
          tone="warn"
          actions={
            <LinkButton size="small" href={`/caseDetail?id=${view.caseId}`}>
              {t('openCase')}
            </LinkButton>
          }
        >
          {t('notEditable')}
        </Banner>
      )}
      {state.closed !== null && view.may.edit === 'yes' && (
        <Banner tone="danger" title={t('save.closed')}>
          {state.closed}
        </Banner>
      )}
      {refused !== null && (
        <Banner tone="danger" title={t('save.refused')}>
          {refused}
        </Banner>
      )}
      {view.denial && (
        <Banner tone="warn" title={t('denied', { name: view.denial.by.name, date: dayOf(view.denial.at) })}>
          {view.denial.note}
        </Banner>
      )}
      {state.sections[sectionOf[step]].locked && <Banner tone="info">{t('eyeHidden')}</Banner>}
    </>
  );
}
