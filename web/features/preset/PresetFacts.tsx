/** A preset's answers as text. */
import { useTranslation } from 'react-i18next';
import { changedPresetFields, type PresetForDraft } from '#events/preset/apply.ts';
import { fieldsAnsweredBy } from '#events/preset/preset.ts';
import { answerTextOfPath } from '#web/features/order/answer-text.ts';
import { KeyValueList } from '#web/ui/key-values.tsx';

type Props = {
  start: PresetForDraft;
  /** The preset to compare with: differences have a dot. */
  than?: { name: string; start: PresetForDraft };
  columns?: 1 | 2;
};

export function PresetFacts({ start, than, columns }: Props) {
  const { t } = useTranslation(['preset', 'rx', 'wizard']);
  const differing = new Set<string>(than ? changedPresetFields(start, than.start.prescription) : []);
  const changed = (field: string) => than && differing.has(field) && t('preset:differs', { name: than.name });
  const answers = fieldsAnsweredBy(start.prescription).map(field => ({
    key: field,
    label: t(`rx:field.prescription.${field}`),
    value: answerTextOfPath(t, `prescription.${field}`, start.prescription[field]),
    changed: changed(field),
  }));
  const teeth = {
    key: 'extract',
    label: t('preset:teeth'),
    value: <span className="num">{start.extract.join(', ')}</span>,
  };
  return <KeyValueList columns={columns} items={start.extract.length > 0 ? [...answers, teeth] : answers} />;
}
