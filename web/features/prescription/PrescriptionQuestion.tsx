/** The control for one question of a prescription: choices, ranked cards, pictures, or a note. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { type OptionList, options } from '#events/case/options.ts';
import {
  hasAnswerToDetail,
  inlineQuestionOf,
  type RxControl,
  type RxField,
  rxQuestions,
  rxTextMax,
} from '#events/case/questions.ts';
import type { Prescription } from '#events/case/sections.ts';
import { optionListByField, optionTextKey } from '#web/case/option-lists.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import { AttachmentPicture } from './AttachmentPicture.tsx';
import { fieldElementId } from './field-element-id.ts';
import { OptionChoice } from './OptionChoice.tsx';
import styles from './prescription.module.css';

/** The prescription of a case or a preset in editing. */
export type RxForm = {
  value: Partial<Prescription>;
  set: (patch: Partial<Prescription>) => void;
  /** The error of a field as text. */
  error: (path: string) => string | undefined;
};

type AnswerProps = RxForm & { field: RxField };
const controls: Record<RxControl, (props: AnswerProps) => ReactNode> = {
  choice: Choices,
  ranked: Ranked,
  pictures: Pictures,
  text: Text,
};

export function PrescriptionQuestion({ field, form }: { field: RxField; form: RxForm }) {
  const Control = controls[rxQuestions[field].control];
  return <Control field={field} {...form} />;
}

const listFor = (field: RxField): OptionList => {
  const list = optionListByField[`prescription.${field}`];
  if (!list) throw new Error(`the answers of ${field} are of no list`);
  return list;
};
/** Cast at the boundary: a patch of one field, whose value is from the field's own list. */
const patchOf = (field: RxField, value: unknown) => ({ [field]: value }) as Partial<Prescription>;
/** The keys of a multiple-choice field. */
const severalOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);

/** A single-choice question; its inline question follows when it applies. */
function Choices({ field, ...form }: AnswerProps) {
  const inline = inlineQuestionOf(field);
  const { value, set } = form;
  if (!inline) return <SingleChoice field={field} {...form} onChange={next => set(patchOf(field, next))} />;
  const change = (next: unknown) => {
    const patch = patchOf(field, next);
    const kept = hasAnswerToDetail(inline, { ...value, ...patch }) ? value[inline] : undefined;
    set({ ...patch, ...patchOf(inline, kept) });
  };
  return (
    <div className={styles.line}>
      <SingleChoice field={field} {...form} onChange={change} />
      {hasAnswerToDetail(inline, value) && (
        <SingleChoice
          field={inline}
          {...form}
          id={fieldElementId(inline)}
          onChange={next => set(patchOf(inline, next))}
        />
      )}
    </div>
  );
}

type OneOfProps = AnswerProps & { id?: string; onChange: (next: unknown) => void };

function SingleChoice({ field, value, error, id, onChange }: OneOfProps) {
  const { t } = useTranslation('rx');
  const current = value[field];
  return (
    <OptionChoice<OptionList>
      id={id}
      list={listFor(field)}
      field={field}
      label={t(`field.prescription.${field}`)}
      hideLabel
      value={typeof current === 'string' || typeof current === 'number' ? (current as never) : undefined}
      onChange={onChange}
      error={error(field)}
    />
  );
}

/** A multiple choice, ranked by importance. */
function Ranked({ field, value, set, error }: AnswerProps) {
  const { t } = useTranslation('rx');
  const list = listFor(field);
  return (
    <ToggleCards
      label={t(`field.prescription.${field}`)}
      hideLabel
      ordered
      value={severalOf(value[field])}
      onChange={chosen => set(patchOf(field, chosen))}
      options={options[list].map(key => ({ value: String(key), label: t(optionTextKey(list, key)) }))}
      error={error(field)}
    />
  );
}

/** A multiple choice of attachment types with pictures. */
function Pictures({ field, value, set, error }: AnswerProps) {
  const { t } = useTranslation(['rx', 'wizard']);
  return (
    <ToggleCards
      label={t(`rx:field.prescription.${field}`)}
      hideLabel
      layout="pictures"
      tone="violet"
      minWidth={78}
      max={limits.attachmentTypes}
      maxReason={t('wizard:attachmentsFull')}
      value={severalOf(value[field])}
      onChange={chosen => set(patchOf(field, chosen))}
      options={options.attachmentType.map(key => ({
        value: key,
        label: t(`rx:option.attachmentType.${key}`),
        picture: <AttachmentPicture type={key} />,
      }))}
      error={error(field)}
    />
  );
}

function Text({ field, value, set, error }: AnswerProps) {
  const { t } = useTranslation('rx');
  const current = value[field];
  return (
    <TextArea
      className={styles.fill}
      label={t(`field.prescription.${field}`)}
      hideLabel
      maxLength={rxTextMax(field)}
      value={typeof current === 'string' ? current : ''}
      onChange={text => set(patchOf(field, text))}
      error={error(field)}
    />
  );
}
