/**
 * /addCase/…: the frame around all steps: head, steps, save state, summary, footer. Stays mounted while steps
 * change.
 */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDraft } from '#events/case/draft.ts';
import { findContradictions } from '#events/contradiction/contradictions.ts';
import type { CaseView } from '#projections/case/view.ts';
import { mayCreateCase } from '#web/case/may-create-case.ts';
import { useUploads } from '#web/features/file/useUploads.ts';
import { refreshCase } from '#web/lib/act.ts';
import { dayOf } from '#web/lib/format.ts';
import { usePreload } from '#web/lib/navigate.tsx';
import { noteText } from '#web/lib/note-text.ts';
import { caseViewQuery, currentUserQuery } from '#web/lib/queries.ts';
import { announceCasePresence } from '#web/lib/socket.ts';
import { useEditorShortcuts } from '#web/lib/useEditorShortcuts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { editedSections } from './draft-state.ts';
import { contradictionsToShow } from './due-contradictions.ts';
import { EditConflicts } from './EditConflicts.tsx';
import { validSections } from './fields.ts';
import { focusField } from './focus.ts';
import { NewCaseForm } from './NewCaseForm.tsx';
import { preloadPrescriptionForms } from './preload-forms.ts';
import { StepUnavailable } from './StepUnavailable.tsx';
import { SubmitCaseDialog } from './SubmitCaseDialog.tsx';
import {
  adjacentStep,
  availableStep,
  sectionByStep,
  stepOfPathname,
  stepsOfMethod,
  type WizardSearchParams,
  type WizardStep,
  wizardHref,
} from './steps.ts';
import { useCaseDraft } from './useCaseDraft.ts';
import { useModelPlacementQuestions } from './useModelPlacementQuestions.ts';
import { WizardFooter } from './WizardFooter.tsx';
import { WizardHead } from './WizardHead.tsx';
import { WizardSidebar } from './WizardSidebar.tsx';
import { WizardSteps } from './WizardSteps.tsx';
import styles from './wizard.module.css';
import { useWizard, WizardContext, type WizardState } from './wizard-context.ts';

type Props = {
  step: WizardStep;
  search: WizardSearchParams;
  go: (href: string, replace?: boolean) => void;
  /** Milliseconds since 1970. */
  now: number;
  /** The step's form. */
  children?: ReactNode;
};

export function Wizard({ step, search, go, now, children }: Props) {
  const { t } = useTranslation('wizard');
  const { data: user } = useQuery(currentUserQuery());
  const { id = '', slot } = search;
  const { data: view, isPending } = useQuery({ ...caseViewQuery(id), enabled: id !== '' });
  if (!id) {
    if (user && !mayCreateCase(user.position))
      return (
        <StepUnavailable title={t('notYours')} href="/caseList" label={t('toList')}>
          {t('notYoursHow')}
        </StepUnavailable>
      );
    if (step === 'pcEnter') return <NewCaseForm go={go} />;
    return <StepUnavailable title={t('noCase')} href="/addCase/pcEnter" label={t('start')} />;
  }
  if (view && user)
    return (
      <Editing key={view.caseId} step={step} view={view} userId={user.id} slot={slot} go={go} now={now}>
        {children}
      </Editing>
    );
  if (isPending || !user) return <Skeleton lines={10} label={t('loading')} />;
  return <StepUnavailable title={t('error:103001', { ns: 'error' })} href="/caseList" label={t('toList')} />;
}

type EditingProps = Pick<Props, 'step' | 'go' | 'now' | 'children'> & {
  view: CaseView;
  userId: string;
  slot: string | undefined;
};

/** Focuses the field of the address, and tells others which section is edited here. */
function usePlace(step: WizardStep, slot: string | undefined, caseId: string): void {
  const last = useRef(step);
  useEffect(() => {
    // A reload keeps its scroll position; another step starts at the top.
    const turned = last.current !== step;
    last.current = step;
    if (slot) focusField(slot);
    else if (turned) window.scrollTo({ top: 0 });
  }, [step, slot]);
  useEffect(() => announceCasePresence(caseId, 'editing', sectionByStep[step]), [caseId, step]);
}

/** The shared state of all steps: the case's draft and its uploads. */
function useWizardState({
  step,
  view,
  userId,
  go,
  now,
}: Omit<EditingProps, 'slot' | 'children'>): WizardState {
  const { draft, state } = useCaseDraft(view, userId);
  const uploads = useUploads({
    caseId: view.caseId,
    files: view.files,
    onDone: () => void refreshCase(view.caseId),
  });
  const models = useModelPlacementQuestions(view.files, { caseId: view.caseId, userId }, uploads.foundOf);
  // Leaving a step saves it and shows its errors.
  useEffect(() => () => void draft.save(sectionByStep[step]), [draft, step]);
  return useMemo(() => {
    const edited = editedSections(state);
    const facts = { sections: validSections(edited, dayOf(now)), files: view.files, today: dayOf(now) };
    const { missing } = checkDraft(facts.sections, facts.files);
    const clashes = contradictionsToShow(findContradictions(facts), step, edited);
    return { step, view, userId, draft, state, edited, missing, clashes, uploads, models, go };
  }, [step, view, userId, draft, state, uploads, models, go, now]);
}

function Editing(props: EditingProps) {
  const { step, view, slot, go, now, children } = props;
  const wizard = useWizardState(props);
  const [submitting, setSubmitting] = useState(false);
  usePlace(step, slot, view.caseId);
  const { method } = wizard.edited.prescription;
  const right = availableStep(step, method);
  useEffect(() => {
    if (right !== step) go(wizardHref(right, { id: view.caseId }), true);
  }, [right, step, view.caseId, go]);
  const turn = (by: 1 | -1) => {
    const to = adjacentStep(step, by, method);
    const onPress = () => {
      // Uses the address, not the rendered step: two quick presses are ahead of rendering.
      const next = adjacentStep(stepOfPathname(location.pathname), by, method);
      if (next) go(wizardHref(next, { id: view.caseId }));
    };
    return to && { step: to, onPress };
  };
  useEffect(() => void preloadPrescriptionForms(method).catch(() => undefined), [method]);
  usePreload(stepsOfMethod(method).map(each => wizardHref(each, { id: view.caseId })));
  const up = turn(-1);
  const down = turn(1);
  const save = () => void wizard.draft.saveAll();
  const submit = () => setSubmitting(true);
  useEditorShortcuts({ save, up: up?.onPress, down: down?.onPress, submit: submitting ? undefined : submit });
  return (
    <WizardContext value={wizard}>
      <div className={styles.wizard}>
        <WizardHead now={now} />
        <WizardSteps />
        <div className={styles.grid}>
          <div className={styles.main}>
            <EditConflicts />
            <Notices />
            {view.may.edit === 'yes' && right === step && <StepForm>{children}</StepForm>}
          </div>
          <WizardSidebar now={now} />
        </div>
        <WizardFooter
          back="/caseList"
          onSave={save}
          up={up?.onPress}
          down={down}
          onSubmit={submit}
          missing={wizard.missing.length}
          wrong={wizard.state.sections[sectionByStep[step]].issues.length}
        />
        <SubmitCaseDialog open={submitting} onClose={() => setSubmitting(false)} />
      </div>
    </WizardContext>
  );
}

/** Leaving a field shows its errors; moving within a group of fields does not. */
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
        if (!stays) draft.check(sectionByStep[step]);
      }}
    >
      {children}
    </form>
  );
}

/** Notices about the whole case: closed, sent back, or masked by the eye button. */
function Notices() {
  const { t } = useTranslation('wizard');
  const { view, state, step } = useWizard();
  const refused = state.sections[sectionByStep[step]].refused;
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
          {noteText(t, view.denial)}
        </Banner>
      )}
      {state.sections[sectionByStep[step]].locked && <Banner tone="info">{t('eyeHidden')}</Banner>}
    </>
  );
}
