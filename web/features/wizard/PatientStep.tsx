/** Step "Patient info". */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { latestVisitDateAllowed } from '#events/case/patient-dates.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { OptionChoice } from '#web/features/prescription/OptionChoice.tsx';
import { dayOf } from '#web/lib/format.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DraftTextArea, DraftTextField } from './DraftFields.tsx';
import { FieldContradictions } from './FieldContradictions.tsx';
import styles from './wizard.module.css';
import { useSectionForm } from './wizard-context.ts';

type TextName = 'name' | 'address' | 'doctor' | 'clinic' | 'clinicAddress' | 'outsideCaseNumber';
type DayName = 'birthDate' | 'visitDate';

type TextProps = { name: TextName; required?: boolean; wide?: boolean; hint?: string };

function Text({ name, required, wide, hint }: TextProps) {
  const { t } = useTranslation('rx');
  return (
    <DraftTextField
      section="patient"
      path={name}
      className={wide ? styles.wide : undefined}
      label={t(`field.patient.${name}`)}
      hint={hint}
      required={required}
      optional={!required}
      spellCheck={false}
    />
  );
}

function Day({ name, required, max }: { name: DayName; required?: boolean; max?: string }) {
  const { t } = useTranslation(['rx', 'error']);
  const { value, set, error, locked } = useSectionForm('patient');
  const [half, setHalf] = useState(false);
  return (
    <DateField
      id={fieldElementId(name)}
      label={t(`rx:field.patient.${name}`)}
      required={required}
      optional={!required}
      disabled={locked}
      min="1900-01-01"
      max={max}
      value={value[name] ?? null}
      onChange={day => set({ [name]: day ?? undefined })}
      onHalf={setHalf}
      error={error(name) ?? (half ? t('error:issue.date-format') : undefined)}
    />
  );
}

export function PatientStep() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { value, set, error, locked } = useSectionForm('patient');
  return (
    <>
      <Panel title={t('wizard:patient.person')}>
        <div className={styles.columns}>
          <Text name="name" required />
          <OptionChoice
            id={fieldElementId('gender')}
            label={t('rx:field.patient.gender')}
            list="gender"
            required
            disabled={locked}
            value={value.gender}
            onChange={gender => set({ gender })}
            error={error('gender')}
          />
          <Day name="birthDate" required max={dayOf(Date.now())} />
          <Text name="outsideCaseNumber" />
          <Text name="address" required wide hint={t('wizard:patient.addressWhy')} />
        </div>
        <FieldContradictions field="birthDate" />
      </Panel>
      <Panel title={t('wizard:patient.clinic')}>
        <div className={styles.columns}>
          <Text name="clinic" required />
          <Text name="doctor" required />
          <Text name="clinicAddress" wide />
          <Day name="visitDate" max={latestVisitDateAllowed(dayOf(Date.now()))} />
          <DraftTextArea
            section="patient"
            path="remarks"
            className={styles.wide}
            label={t('rx:field.patient.remarks')}
            optional
            maxLength={limits.textMax}
          />
        </div>
        <FieldContradictions field="visitDate" />
      </Panel>
    </>
  );
}
