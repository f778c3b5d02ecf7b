/** The head of the wizard: the case and its save state. */
import { Check, CircleAlert, CircleDashed, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { optionTextKey } from '#web/case/option-lists.ts';
import { ageFromTypedDate, timeOf } from '#web/lib/format.ts';
import { useCasePresence } from '#web/lib/live-state.ts';
import { AvatarGroup } from '#web/ui/avatar.tsx';
import { type DraftSaveState, draftSaveState } from './draft-state.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

export function WizardHead({ now }: { now: number }) {
  const { t } = useTranslation(['wizard', 'rx', 'case']);
  const { view, edited, state } = useWizard();
  const { patient, prescription } = edited;
  const present = useCasePresence(view.caseId);
  const age = ageFromTypedDate(patient.birthDate, now);
  const facts = [
    [
      patient.gender && t(optionTextKey('gender', patient.gender)),
      age !== undefined && t('wizard:age', { age }),
    ]
      .filter(Boolean)
      .join(t('wizard:comma')),
    prescription.method && t(optionTextKey('method', prescription.method)),
    [patient.clinic, patient.doctor].filter(Boolean).join(t('wizard:comma')),
  ].filter(Boolean);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>
        <span className="num">{view.caseId}</span> {patient.name || t('wizard:unnamed')}
      </h1>
      {facts.map(fact => (
        <span key={String(fact)} className={styles.fact}>
          {fact}
        </span>
      ))}
      <CaseStatus status={view.header.status} statusWord={view.header.statusWord} waits={false} />
      <span className={styles.headEnd}>
        <SaveState phase={draftSaveState(state)} savedAt={state.savedAt} />
        {present.length > 0 && (
          <AvatarGroup label={t('case:case.seenBy')} people={present.map(p => ({ ...p, online: true }))} />
        )}
      </span>
    </header>
  );
}

const icons: Record<DraftSaveState, typeof Check> = {
  closed: CircleAlert,
  conflict: CircleAlert,
  invalid: TriangleAlert,
  refused: CircleAlert,
  offline: CloudOff,
  saving: LoaderCircle,
  unsaved: CircleDashed,
  saved: Check,
};
const tones: Partial<Record<DraftSaveState, string>> = {
  closed: 'danger',
  conflict: 'danger',
  refused: 'danger',
  invalid: 'warn',
  offline: 'warn',
  saved: 'ok',
};

function SaveState({ phase, savedAt }: { phase: DraftSaveState; savedAt: number | null }) {
  const { t } = useTranslation('wizard');
  const Icon = icons[phase];
  const text =
    phase === 'saved' && savedAt !== null ? t('save.savedAt', { time: timeOf(savedAt) }) : t(`save.${phase}`);
  // Autosave needs no announcement: screen readers hear only states that need a person.
  const aloud = phase in tones && phase !== 'saved';
  return (
    <span
      className={styles.saveState}
      data-tone={tones[phase]}
      data-phase={phase}
      role={aloud ? 'status' : undefined}
    >
      <Icon aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}
