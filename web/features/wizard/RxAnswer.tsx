/** The answer to one question of the prescription: a bar of choices, ordered cards, pictures, or a note. */
import { useTranslation } from 'react-i18next';
import { limits, type OptionList, options } from '#events/case/options.ts';
import type { Prescription } from '#events/case/sections.ts';
import { listOf, optionWord } from '#web/features/case/option-lists.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import { AttachmentPicture } from './AttachmentPicture.tsx';
import { Choice } from './Choice.tsx';
import { useSection } from './context.ts';
import type { RxField } from './rx-rows.ts';
import { fieldId } from './steps.ts';
import styles from './wizard.module.css';

export function RxAnswer({ field }: { field: RxField }) {
  if (field === 'crowdingRelief') return <Relief />;
  if (field === 'attachmentTypes') return <AttachmentTypes />;
  if (field === 'midline') return <Midline />;
  if (field === 'note') return <Note />;
  return <Plain field={field} />;
}

/** A question that is answered by one key of its list. */
function Plain({ field }: { field: RxField }) {
  const { t } = useTranslation('rx');
  const { value, set, error } = useSection('prescription');
  const list = listOf[`prescription.${field}`];
  if (!list) return null;
  const current = value[field];
  return (
    <Choice<OptionList>
      list={list}
      label={t(`field.prescription.${field}`)}
      hideLabel
      value={typeof current === 'string' || typeof current === 'number' ? (current as never) : undefined}
      onChange={next => set({ [field]: next } as Partial<Prescription>)}
      error={error(field)}
    />
  );
}

/** How far is asked only where the midline is to be adjusted. */
function Midline() {
  const { t } = useTranslation('rx');
  const { value, set, error } = useSection('prescription');
  return (
    <div className={styles.line}>
      <Choice
        list="midline"
        label={t('field.prescription.midline')}
        hideLabel
        value={value.midline}
        onChange={midline =>
          set({ midline, midlineAmount: midline === 'adjust' ? value.midlineAmount : undefined })
        }
        error={error('midline')}
      />
      {value.midline === 'adjust' && (
        <Choice
          id={fieldId('midlineAmount')}
          list="midlineAmount"
          label={t('field.prescription.midlineAmount')}
          hideLabel
          value={value.midlineAmount}
          onChange={midlineAmount => set({ midlineAmount })}
          error={error('midlineAmount')}
        />
      )}
    </div>
  );
}

function Relief() {
  const { t } = useTranslation('rx');
  const { value, set, error } = useSection('prescription');
  return (
    <ToggleCards
      label={t('field.prescription.crowdingRelief')}
      hideLabel
      ordered
      value={value.crowdingRelief ?? []}
      onChange={crowdingRelief => set({ crowdingRelief })}
      options={options.crowdingRelief.map(key => ({
        value: key,
        label: t(optionWord('crowdingRelief', key)),
      }))}
      error={error('crowdingRelief')}
    />
  );
}

function AttachmentTypes() {
  const { t } = useTranslation(['rx', 'wizard']);
  const { value, set, error } = useSection('prescription');
  return (
    <ToggleCards
      label={t('rx:field.prescription.attachmentTypes')}
      hideLabel
      layout="pictures"
      tone="violet"
      minWidth={92}
      max={limits.attachmentTypes}
      maxReason={t('wizard:attachmentsFull')}
      value={value.attachmentTypes ?? []}
      onChange={attachmentTypes => set({ attachmentTypes })}
      options={options.attachmentType.map(key => ({
        value: key,
        label: t(`rx:option.attachmentType.${key}`),
        picture: <AttachmentPicture type={key} />,
      }))}
      error={error('attachmentTypes')}
    />
  );
}

function Note() {
  const { t } = useTranslation('rx');
  const { value, set, error } = useSection('prescription');
  return (
    <TextArea
      className={styles.fill}
      label={t('field.prescription.note')}
      hideLabel
      maxLength={limits.noteMax}
      value={value.note ?? ''}
      onChange={note => set({ note })}
      error={error('note')}
    />
  );
}
