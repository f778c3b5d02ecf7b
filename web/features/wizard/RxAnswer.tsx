/** The answer to one question of a prescription: a bar of choices, ordered cards, pictures, or a note. */
import { useTranslation } from 'react-i18next';
import { limits, type OptionList, options } from '#events/case/options.ts';
import type { Prescription } from '#events/case/sections.ts';
import { listOf, optionWord } from '#web/features/case/option-lists.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import { AttachmentPicture } from './AttachmentPicture.tsx';
import { Choice } from './Choice.tsx';
import type { SectionForm } from './context.ts';
import type { RxField } from './rx-rows.ts';
import { fieldId } from './steps.ts';
import styles from './wizard.module.css';

/** A prescription that is being filled in: a case's, or a preset's. */
export type RxForm = Pick<SectionForm<'prescription'>, 'value' | 'set' | 'error'>;

export function RxAnswer({ field, form }: { field: RxField; form: RxForm }) {
  if (field === 'crowdingRelief') return <Relief {...form} />;
  if (field === 'attachmentTypes') return <AttachmentTypes {...form} />;
  if (field === 'midline') return <Midline {...form} />;
  if (field === 'note') return <Note {...form} />;
  return <Plain field={field} {...form} />;
}

/** A question that is answered by one key of its list. */
function Plain({ field, value, set, error }: RxForm & { field: RxField }) {
  const { t } = useTranslation('rx');
  const list = listOf[`prescription.${field}`];
  if (!list) return null;
  const current = value[field];
  return (
    <Choice<OptionList>
      list={list}
      field={field}
      label={t(`field.prescription.${field}`)}
      hideLabel
      value={typeof current === 'string' || typeof current === 'number' ? (current as never) : undefined}
      onChange={next => set({ [field]: next } as Partial<Prescription>)}
      error={error(field)}
    />
  );
}

/** How far is asked only where the midline is to be adjusted. */
function Midline({ value, set, error }: RxForm) {
  const { t } = useTranslation('rx');
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

function Relief({ value, set, error }: RxForm) {
  const { t } = useTranslation('rx');
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

function AttachmentTypes({ value, set, error }: RxForm) {
  const { t } = useTranslation(['rx', 'wizard']);
  return (
    <ToggleCards
      label={t('rx:field.prescription.attachmentTypes')}
      hideLabel
      layout="pictures"
      tone="violet"
      minWidth={78}
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

function Note({ value, set, error }: RxForm) {
  const { t } = useTranslation('rx');
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
