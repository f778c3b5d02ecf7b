/** A field for each parameter of the text: its type and its value. An empty value is NULL. */
import { useTranslation } from 'react-i18next';
import { statusCodes } from '#events/case/status.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './ask.module.css';
import type { Params, QuestionParam } from './ask-text.ts';

const types = [
  'number',
  'text',
  'day',
  'moment',
  'status',
] as const satisfies readonly QuestionParam['type'][];

type Props = { params: Params; onChange: (name: string, param: QuestionParam) => void };

export function ParamFields({ params, onChange }: Props) {
  const { t } = useTranslation('analysis');
  const names = Object.keys(params);
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.params}>
      <legend className="t-label">{t('ask.params')}</legend>
      {Object.entries(params).map(([name, param]) => (
        <div key={name} className={styles.param}>
          <Value name={name} param={param} onChange={value => onChange(name, { ...param, value })} />
          <Select
            label={t('ask.typeOf', { name })}
            hideLabel
            size="compact"
            value={param.type}
            onChange={type => onChange(name, { type, value: null })}
            options={types.map(value => ({ value, label: t(`ask.type.${value}`) }))}
          />
        </div>
      ))}
    </fieldset>
  );
}

type ValueProps = { name: string; param: QuestionParam; onChange: (value: QuestionParam['value']) => void };

function Value({ name, param: { type, value }, onChange }: ValueProps) {
  const { t } = useTranslation(['analysis', 'case']);
  const label = `$${name}`;
  const text = value === null ? '' : String(value);
  if (type === 'day')
    return <DateField label={label} size="compact" value={text || null} onChange={onChange} />;
  if (type === 'status')
    return (
      <Select
        label={label}
        size="compact"
        value={text}
        placeholder={t('analysis:ask.empty')}
        onChange={chosen => onChange(chosen === '' ? null : Number(chosen))}
        options={statusCodes.map(code => ({
          value: String(code),
          label: `${code} ${t(`case:status.${code}`)}`,
        }))}
      />
    );
  const read = (typed: string) => {
    if (typed === '') return null;
    return type === 'number' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
  };
  return (
    <TextField
      label={label}
      size="compact"
      value={text}
      placeholder={t('analysis:ask.empty')}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      onChange={typed => onChange(read(typed))}
    />
  );
}
