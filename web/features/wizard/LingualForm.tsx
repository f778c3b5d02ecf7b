/** The lingual prescription as far as a case needs it: arch shape and width, brackets and torque of each tooth. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits, type Option, options } from '#events/case/options.ts';
import type { Prescription } from '#events/case/sections.ts';
import { type Fdi, ROWS } from '#events/tooth/fdi.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { Choice } from './Choice.tsx';
import { useSection } from './context.ts';
import { fieldId } from './steps.ts';
import styles from './wizard.module.css';

type Lingual = NonNullable<Prescription['lingual']>;
type Code = Option<'bracket'>;

/** `bh` → B, H: known codes once each, in the order typed. */
export function readCodes(text: string): Code[] {
  const typed = [...text.toUpperCase()];
  return [...new Set(typed)]
    .flatMap(letter => options.bracket.find(code => code === letter) ?? [])
    .slice(0, 4);
}

/** Degrees as typed; null while they are none. */
export function readDegrees(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^[+-]?\d{1,2}(\.\d)?$/.test(trimmed) ? Number(trimmed) : null;
}

type GridProps = {
  id: string;
  label: string;
  value: (tooth: Fdi) => string;
  onChange: (tooth: Fdi, text: string) => void;
};

/** One small field a tooth, as the teeth stand on screen. */
function ToothGrid({ id, label, value, onChange }: GridProps) {
  return (
    <fieldset id={id} className={styles.teeth}>
      <legend className={styles.teethLabel}>{label}</legend>
      {(['upper', 'lower'] as const).map(row => (
        <div key={row} className={styles.teethRow}>
          {ROWS[row].map(tooth => (
            <div key={tooth} className={styles.tooth}>
              <span className="num" aria-hidden="true">
                {tooth}
              </span>
              <Cell
                name={`${label} ${tooth}`}
                value={value(tooth)}
                onChange={text => onChange(tooth, text)}
              />
            </div>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** Keeps what is being typed until it is left: a lone minus is no number yet. */
function Cell({ name, value, onChange }: { name: string; value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      aria-label={name}
      className={styles.toothInput}
      value={typed ?? value}
      autoComplete="off"
      maxLength={5}
      onChange={event => {
        setTyped(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** A tooth's entry set, or taken out where there is nothing. */
function withEntry<V>(chart: Record<string, V | undefined> | undefined, tooth: Fdi, entry: V | undefined) {
  const { [String(tooth)]: _before, ...others } = chart ?? {};
  return entry === undefined ? others : { ...others, [String(tooth)]: entry };
}

export function LingualForm() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { value, set, error } = useSection('prescription');
  const lingual: Lingual = value.lingual ?? {};
  const change = (patch: Partial<Lingual>) => set({ lingual: { ...lingual, ...patch } });
  const brackets: Record<string, Code[] | undefined> = { ...lingual.brackets };
  const torque: Record<string, number | undefined> = { ...lingual.torque };
  const changeTorque = (tooth: Fdi, text: string) => {
    const degrees = readDegrees(text);
    if (degrees !== null || text.trim() === '')
      change({ torque: withEntry(torque, tooth, degrees ?? undefined) });
  };
  const codes = options.bracket
    .map(code => `${code} ${t(`rx:option.bracket.${code}`)}`)
    .join(t('wizard:comma'));
  return (
    <Panel title={t('rx:field.prescription.lingual')}>
      <div className={styles.form}>
        <Choice
          id={fieldId('lingual.archShape')}
          list="archShape"
          label={t('rx:field.lingual.archShape')}
          required
          value={lingual.archShape}
          onChange={archShape => change({ archShape })}
        />
        <Choice
          id={fieldId('lingual.archWidth')}
          list="archWidth"
          label={t('rx:field.lingual.archWidth')}
          required
          value={lingual.archWidth}
          onChange={archWidth => change({ archWidth })}
        />
        <p className="t-small t-2">{codes}</p>
        <ToothGrid
          id={fieldId('lingual.brackets')}
          label={t('rx:field.lingual.brackets')}
          value={tooth => (brackets[tooth] ?? []).join('')}
          onChange={(tooth, text) => {
            const read = readCodes(text);
            change({ brackets: withEntry(brackets, tooth, read.length > 0 ? read : undefined) });
          }}
        />
        <ToothGrid
          id={fieldId('lingual.torque')}
          label={t('wizard:torque')}
          value={tooth => (torque[tooth] === undefined ? '' : String(torque[tooth]))}
          onChange={changeTorque}
        />
        <TextArea
          id={fieldId('lingual.aids')}
          label={t('rx:field.lingual.aids')}
          optional
          maxLength={limits.textMax}
          value={lingual.aids ?? ''}
          onChange={aids => change({ aids })}
          error={error('lingual.aids')}
        />
        <TextArea
          id={fieldId('lingual.note')}
          label={t('rx:field.lingual.note')}
          optional
          maxLength={limits.noteMax}
          value={lingual.note ?? ''}
          onChange={note => change({ note })}
          error={error('lingual.note')}
        />
      </div>
    </Panel>
  );
}
