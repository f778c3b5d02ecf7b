/** Beside every step: what has been said, in words, and what is still missing, each leading to its field. */
import { ArrowRightLeft, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '#events/case/draft.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useWizard } from './context.ts';
import { focusField } from './focus.ts';
import { Summary } from './Summary.tsx';
import {
  headedSteps,
  missingByStep,
  missingHref,
  sectionOf,
  slotOf,
  stepOf,
  type WizardStep,
  wizardHref,
} from './steps.ts';
import styles from './wizard.module.css';

export function Side({ now }: { now: number }) {
  const { step } = useWizard();
  // At the last step what is still missing comes first.
  const last = step === 'dataUploadNew';
  return (
    <aside className={styles.side}>
      {last && <MissingPanel />}
      <Summary now={now} />
      {!last && <MissingPanel />}
    </aside>
  );
}

/** A link to a field: on its own page it only moves the keyboard. */
export function FieldLink({
  place,
  children,
}: {
  place: Pick<Missing, 'section' | 'field'>;
  children: React.ReactNode;
}) {
  const { step, view } = useWizard();
  return (
    <Link
      className={styles.fieldLink}
      href={missingHref(place, view.caseId)}
      onClick={event => {
        if (stepOf(place) === step && focusField(slotOf(place))) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}

/** What is wrong in this step's section, each with its field. */
function Wrong() {
  const { t } = useTranslation(['wizard', 'rx', 'error']);
  const { step, state } = useWizard();
  const section = sectionOf[step];
  return state.sections[section].issues.map(issue => {
    const [field = '', part] = issue.path.split('.');
    const label = t(
      part && field === 'deliveryAddress' ? `rx:field.${field}.${part}` : `rx:field.${section}.${field}`,
    );
    return (
      <li key={`${issue.path}${issue.issue}`}>
        <TriangleAlert aria-hidden="true" />
        <FieldLink place={{ section, field: issue.path }}>
          {label}
          <span className="t-3">{t(`error:issue.${issue.issue}`, { ...issue.values })}</span>
        </FieldLink>
      </li>
    );
  });
}

function MissingPanel() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { missing, clashes, step, edited, view, state } = useWizard();
  const byStep = missingByStep(missing);
  const { issues } = state.sections[sectionOf[step]];
  const named = new Set(issues.map(i => i.path.split('.')[0]));
  // What is shown as wrong is not called missing as well.
  const here = (byStep.get(step) ?? []).filter(m => m.section === 'files' || !named.has(m.field));
  const others: WizardStep[] = ['pcEnter', ...headedSteps(edited.prescription.method)].filter(
    (s): s is WizardStep => s !== step && (byStep.get(s as WizardStep)?.length ?? 0) > 0,
  );
  if (missing.length + clashes.length + issues.length === 0)
    return (
      <Panel title={t('wizard:complete')} icon={<CircleCheck />}>
        {t('wizard:completeHow')}
      </Panel>
    );
  return (
    <Panel
      title={t('wizard:missing')}
      count={missing.length}
      countTone={missing.length > 0 ? 'warn' : undefined}
      flush
    >
      <ul className={styles.missing}>
        <Wrong />
        {here.map(item => (
          <li key={item.field}>
            <TriangleAlert aria-hidden="true" />
            <FieldLink place={item}>{t(`rx:missing.${item.section}.${item.field}`)}</FieldLink>
          </li>
        ))}
        {clashes.map(clash => (
          <li key={clash.id}>
            <ArrowRightLeft aria-hidden="true" />
            <Link
              className={styles.fieldLink}
              href={wizardHref(clash.step, { id: view.caseId, slot: clash.field })}
              onClick={event => {
                if (clash.step === step && focusField(clash.field)) event.preventDefault();
              }}
            >
              {t(`wizard:clashTitle.${clash.id}`)}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.others}>
        {others.map(other => (
          <Disclosure key={other} summary={t(`wizard:step.${other}`)} count={byStep.get(other)?.length}>
            <ul className={styles.missing}>
              {(byStep.get(other) ?? []).map(item => (
                <li key={item.field}>
                  <TriangleAlert aria-hidden="true" />
                  <FieldLink place={item}>{t(`rx:missing.${item.section}.${item.field}`)}</FieldLink>
                </li>
              ))}
            </ul>
          </Disclosure>
        ))}
      </div>
    </Panel>
  );
}
