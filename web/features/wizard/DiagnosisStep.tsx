/** Diagnosis: what is found, the bite record, the complaint, and how it may be corrected. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits, options } from '#events/case/options.ts';
import { optionWord } from '#web/features/case/option-lists.ts';
import { Star } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import { Choice } from './Choice.tsx';
import { ClashesAt } from './ClashesAt.tsx';
import { useSection } from './context.ts';
import { diagnosisGroups, type Flag, groupNames } from './diagnosis-groups.ts';
import { fieldId } from './steps.ts';
import { TypedArea } from './Typed.tsx';
import styles from './wizard.module.css';

/** The whole list's order, whatever group was pressed last. */
const inOrder = (flags: ReadonlySet<string>) => options.diagnosis.filter(flag => flags.has(String(flag)));

function Flags({ sought }: { sought: string }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { value, set } = useSection('diagnosis');
  const chosen = (value.flags ?? []).map(String);
  const label = (flag: Flag) => t(optionWord('diagnosis', flag));
  const found = (flag: Flag) => label(flag).toLowerCase().includes(sought.trim().toLowerCase());
  const change = (group: readonly Flag[], next: string[]) => {
    const others = chosen.filter(flag => !group.map(String).includes(flag));
    set({ flags: inOrder(new Set([...others, ...next])) });
  };
  const shown = groupNames.flatMap(name => {
    const flags = diagnosisGroups[name].filter(found);
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
  const { value, set, error } = useSection('diagnosis');
  const [sought, setSought] = useState('');
  const corrections = (value.corrections ?? []).map(String);
  return (
    <>
      <Panel
        title={
          <>
            {t('rx:field.diagnosis.flags')}
            <Star />
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
        <div id={fieldId('flags')} className={styles.form}>
          <Flags sought={sought} />
          <ClashesAt field="flags" />
        </div>
      </Panel>
      <Panel title={t('wizard:diagnosis.record')}>
        <div className={styles.form}>
          <Choice
            id={fieldId('bite')}
            label={t('rx:field.diagnosis.bite')}
            list="bite"
            required
            value={value.bite}
            onChange={bite => set({ bite })}
            error={error('bite')}
          />
          {(['complaint', 'info'] as const).map(path => (
            <TypedArea
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
          id={fieldId('corrections')}
          label={t('rx:field.diagnosis.corrections')}
          hideLabel
          value={corrections}
          onChange={next =>
            set({ corrections: options.correction.filter(key => next.includes(String(key))) })
          }
          options={options.correction.map(key => ({
            value: String(key),
            label: t(optionWord('correction', key)),
            note: key === 166 ? t('wizard:correctionNote.166') : undefined,
          }))}
        />
        <ClashesAt field="corrections" />
      </Panel>
    </>
  );
}
