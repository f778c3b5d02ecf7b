/** One field of a dialog with the control that its schema requires. */
import { useTranslation } from 'react-i18next';
import { FilesField } from '#web/features/file/FilesField.tsx';
import type { UploadControl } from '#web/features/file/useUploads.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './actionForm.module.css';
import { ChoicesField } from './ChoicesField.tsx';
import type { AnswerKind, InputField } from './input-fields.ts';
import type { CustomControlProps, DialogRow, UntypedInput } from './schema-dialog.ts';

type Props = CustomControlProps & {
  row: DialogRow<UntypedInput>;
  field: InputField;
  uploads: UploadControl | null;
};
type Choosing = Props & { answer: Extract<AnswerKind, { kind: 'choice' }>; required: boolean };

const asText = (value: unknown): string => (value == null ? '' : String(value));
const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function ChoiceControl({ answer, row, value, onChange, error, required }: Choosing) {
  const { t } = useTranslation('action');
  const { look = 'bar', choices = answer.values, words = `rx:option.${answer.list}` } = row;
  const shared = {
    label: row.label,
    hint: row.hint,
    error,
    required,
    value: asText(value),
    onChange: (chosen: string) => onChange(choices.find(choice => String(choice) === chosen)),
    options: choices.map(choice => ({ value: String(choice), label: t(`${words}.${choice}`) })),
  };
  if (look === 'select') return <Select {...shared} placeholder={t('choose')} />;
  if (look === 'bar') return <SegmentedControl {...shared} />;
  return <RadioGroup {...shared} layout={look === 'row' ? 'row' : 'list'} />;
}

function YesNo({ row, value, onChange }: Props) {
  const { t } = useTranslation('archive');
  return (
    <div className={styles.yesNo}>
      <SegmentedControl
        label={row.label}
        value={value ? 'yes' : 'no'}
        onChange={answer => onChange(answer === 'yes')}
        options={[
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
      />
      {row.hint && <p className="t-small t-2">{row.hint}</p>}
    </div>
  );
}

export function SchemaControl(props: Props) {
  const { row, field, value, onChange, error, uploads } = props;
  const { answer } = field;
  const { label, hint, optional, max } = row;
  // A bar with a preset answer needs no required mark.
  const isPreset = answer.kind === 'choice' && (row.look ?? 'bar') === 'bar' && row.first != null;
  const required = field.isRequired && row.otherwise === undefined && !isPreset;
  const shared = { label, hint, error, required, optional, onChange };
  if (row.draw) return row.draw({ value, onChange, error });
  switch (answer.kind) {
    case 'day':
      return (
        <DateField
          {...shared}
          value={value == null ? null : asText(value)}
          max={typeof max === 'string' ? max : undefined}
        />
      );
    case 'number': {
      const most = typeof max === 'number' ? max : answer.max;
      return <NumberField {...shared} value={asNumber(value)} min={row.min ?? answer.min} max={most} />;
    }
    case 'text':
      return <TextArea {...shared} value={asText(value)} maxLength={answer.max} />;
    case 'line':
      return <TextField {...shared} value={asText(value)} placeholder={asText(row.otherwise) || undefined} />;
    case 'code':
      return <TextField {...shared} value={asText(value)} numeric spellCheck={false} />;
    case 'yesNo':
      return <YesNo {...props} />;
    case 'choice':
      return <ChoiceControl {...props} answer={answer} required={required} />;
    case 'choices':
      return (
        <ChoicesField
          {...shared}
          values={answer.values}
          words={row.words ?? ''}
          max={answer.max}
          value={Array.isArray(value) ? value : []}
        />
      );
    case 'files':
      return (
        uploads &&
        row.file && (
          <FilesField
            {...row.file}
            label={label}
            hint={hint}
            multiple={row.file.slot === undefined}
            uploads={uploads}
            error={error}
          />
        )
      );
    case 'own':
      throw new Error(`${row.name}: the schema names no control, and the dialog draws none`);
    default:
      return answer satisfies never;
  }
}
