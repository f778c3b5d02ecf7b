/** Step "Diagnosis": findings, bite record, complaint, and possible corrections. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { options } from '#events/case/options.ts';
import { optionTextKey } from '#web/case/option-lists.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { OptionChoice } from '#web/features/prescription/OptionChoice.tsx';
import { RequiredMark } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import { DraftTextArea } from './DraftFields.tsx';
import { type DiagnosisFlag, diagnosisFlagGroups, diagnosisGroupNames } from './diagnosis-groups.ts';
import { FieldContradictions } from './FieldContradictions.tsx';
import styles from './wizard.module.css';
import { useSectionForm } from './wizard-context.ts';

/** Sorts the flags in list order, independent of the order of choice. */
const inOrder = (flags: ReadonlySet<string>) => options.diagnosis.filter(flag => flags.has(String(flag)));

function Flags({ sought }: { sought: string }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { value, set } = useSectionForm('diagnosis');
  const chosen = (value.flags ?? []).map(String);
  const label = (flag: DiagnosisFlag) => t(optionTextKey('diagnosis', flag));
  const found = (flag: DiagnosisFlag) => label(flag).toLowerCase().includes(sought.trim().toLowerCase());
  const change = (group: readonly DiagnosisFlag[], next: string[]) => {
    const others = chosen.filter(flag => !group.map(String).includes(flag));
    set({ flags: inOrder(new Set([...others, ...next])) });
  };
  const shown = diagnosisGroupNames.flatMap(name => {
    const flags = diagnosisFlagGroups[name].filter(found);
    return flags.length > 0 ? [{ name, flags }] : [];
  });
  if (shown.length === 0) return <p className="t-2">{t('wizard:diagnosis.none')}</p>;
  return shown.map(({ name, flags }) => (
    <ToggleCards
      key={name}
      label={t(`wizard:diagnosis.${name}`)}
      value={flags.map(String).filter(flag => chosen.includes(flag))}
      onChange={next => change(flags, next)}
      options={flags.map(flag => ({ value: String(flag), label: label(flag) }))}
    />
  ));
}

export function DiagnosisStep() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { value, set, error } = useSectionForm('diagnosis');
  const [sought, setSought] = useState('');
  const corrections = (value.corrections ?? []).map(String);
  return (
    <>
      <Panel
        title={
          <>
            {t('rx:field.diagnosis.flags')}
            <RequiredMark />
          </>
        }
        count={value.flags?.length ?? 0}
        action={
          <SearchField
            label={t('wizard:diagnosis.search')}
            placeholder={t('wizard:diagnosis.search')}
            tone="box"
            value={sought}
            onChange={setSought}
          />
        }
      >
        <div id={fieldElementId('flags')} className={styles.form}>
          <Flags sought={sought} />
          <FieldContradictions field="flags" />
        </div>
      </Panel>
      <Panel title={t('wizard:diagnosis.record')}>
        <div className={styles.form}>
          <OptionChoice
            id={fieldElementId('bite')}
            label={t('rx:field.diagnosis.bite')}
            list="bite"
            required
            value={value.bite}
            onChange={bite => set({ bite })}
            error={error('bite')}
          />
          {(['complaint', 'info'] as const).map(path => (
            <DraftTextArea
              key={path}
              section="diagnosis"
              path={path}
              label={t(`rx:field.diagnosis.${path}`)}
              optional
              maxLength={limits.textMax}
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('rx:field.diagnosis.corrections')} count={corrections.length}>
        <ToggleCards
          id={fieldElementId('corrections')}
          label={t('rx:field.diagnosis.corrections')}
          hideLabel
          value={corrections}
          onChange={next =>
            set({ corrections: options.correction.filter(key => next.includes(String(key))) })
          }
          options={options.correction.map(key => ({
            value: String(key),
            label: t(optionTextKey('correction', key)),
            note: key === 166 ? t('wizard:correctionNote.166') : undefined,
          }))}
        />
        <FieldContradictions field="corrections" />
      </Panel>
    </>
  );
}
