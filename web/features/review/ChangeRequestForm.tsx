/**
 * Form for a change request: kind, place, direction and amount. Shows the request as a sentence before
 * sending.
 */
import { useAtomValue } from 'jotai/react';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { chosenToothAtom } from '#web/features/viewer/viewer-state.ts';
import { useTakeAction } from '#web/lib/useTakeAction.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { handleFormKeys } from './form-keys.ts';
import {
  type ChangeRequestDraft,
  changeRequestPayload,
  emptyChangeRequestDraft,
  movementDirections,
  requestedChangeFromDraft,
  unitOfDirection,
} from './request-draft.ts';
import { changeRequestText } from './request-text.ts';
import styles from './review.module.css';
import type { ReviewProps } from './review-props.ts';

type Fields = {
  draft: ChangeRequestDraft;
  set: <K extends keyof ChangeRequestDraft>(field: K, value: ChangeRequestDraft[K]) => void;
  error: (path: string) => string | undefined;
};

type Entered = 'tooth' | 'amount' | 'stage' | 'contact' | 'mm';

/** Properties of the typed fields; labels and errors are looked up by field name. */
const entries: Record<Entered, { inputMode?: 'numeric' | 'decimal'; optional?: true; suffix?: string }> = {
  tooth: { inputMode: 'numeric' },
  amount: { inputMode: 'decimal' },
  stage: { inputMode: 'numeric', optional: true },
  contact: {},
  mm: { inputMode: 'decimal', suffix: 'mm' },
};

type EntryProps = Fields & { name: Entered; suffix?: string; autoFocus?: boolean };

function Entry({ name, draft, set, error, suffix, autoFocus }: EntryProps) {
  const { t } = useTranslation('review');
  const { optional, inputMode, suffix: usual } = entries[name];
  return (
    <TextField
      label={t(`form.${name}`)}
      hint={t(`form.${name}Hint`)}
      size="compact"
      numeric
      required={!optional}
      autoFocus={autoFocus}
      inputMode={inputMode}
      suffix={suffix ?? usual}
      value={draft[name]}
      error={error(`change.${name}`)}
      onChange={value => set(name, value)}
    />
  );
}

function Movement(fields: Fields) {
  const { t } = useTranslation('review');
  const { draft, set, error } = fields;
  const unit = unitOfDirection(draft.direction);
  // A request on a target is about its end position: no aligners exist at that point.
  const ofTarget = useContext(IsTargetContext);
  return (
    <>
      <Select
        label={t('form.direction')}
        size="compact"
        value={draft.direction}
        error={error('change.axis')}
        options={movementDirections.map(value => ({ value, label: t(`direction.${value}`) }))}
        onChange={value => set('direction', value)}
      />
      <div className={styles.pair}>
        <Entry name="amount" suffix={unit === 'mm' ? 'mm' : '°'} {...fields} />
        {!ofTarget && <Entry name="stage" {...fields} />}
      </div>
      <SegmentedControl
        label={t('form.kind')}
        size="small"
        value={draft.kind}
        options={[
          { value: 'total', label: t('form.total') },
          { value: 'by', label: t('form.by') },
        ]}
        onChange={value => set('kind', value)}
      />
    </>
  );
}

function Ipr(fields: Fields) {
  return (
    <div className={styles.pair}>
      <Entry name="contact" {...fields} />
      <Entry name="mm" {...fields} />
    </div>
  );
}

function Attached({ draft, set }: Fields) {
  const { t } = useTranslation('review');
  return (
    <SegmentedControl
      label={t('form.attachment')}
      hideLabel
      size="small"
      value={draft.on}
      options={[
        { value: 'on', label: t('form.on') },
        { value: 'off', label: t('form.off') },
      ]}
      onChange={value => set('on', value)}
    />
  );
}

const parts = { movement: Movement, ipr: Ipr, attachment: Attached };

/** The requested change as a sentence, once it is complete. */
function Sentence({ draft }: { draft: ChangeRequestDraft }) {
  const { t } = useTranslation('review');
  const change = requestedChangeFromDraft(draft);
  if (!change) return null;
  return <p className={styles.sentence}>{t('form.reads', { sentence: changeRequestText(t, change) })}</p>;
}

type Props = Pick<ReviewProps, 'view' | 'version'> & { onClose: () => void };

export function ChangeRequestForm({ view, version, onClose }: Props) {
  const { t } = useTranslation(['review', 'error']);
  const { pending, error, send, clear } = useTakeAction(view.caseId);
  const chosen = useAtomValue(chosenToothAtom);
  const [draft, setDraft] = useState<ChangeRequestDraft>(emptyChangeRequestDraft);
  // Default tooth of the request: the one selected in the picture, until one is typed.
  const whole = draft.tooth === '' && chosen !== null ? { ...draft, tooth: String(chosen) } : draft;
  const set: Fields['set'] = (field, value) => {
    setDraft({ ...whole, [field]: value });
    clear();
  };
  const submit = async () => {
    if (pending) return;
    const note = whole.note.trim();
    const input = { version, change: changeRequestPayload(whole), ...(note ? { note } : {}) };
    if (await send('requestChange', input)) onClose();
  };
  const Part = parts[whole.what];
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={handleFormKeys(() => void submit(), onClose)}
    >
      <div className={styles.kinds}>
        <SegmentedControl
          label={t('form.what')}
          hideLabel
          size="small"
          value={whole.what}
          options={(['movement', 'ipr', 'attachment'] as const).map(value => ({
            value,
            label: t(`form.${value}`),
          }))}
          onChange={value => set('what', value)}
        />
      </div>
      {whole.what !== 'ipr' && <Entry name="tooth" autoFocus draft={whole} set={set} error={error} />}
      <Part draft={whole} set={set} error={error} />
      <TextArea
        label={t('form.note')}
        optional
        rows={2}
        maxLength={limits.noteMax}
        value={whole.note}
        error={error('note')}
        onChange={value => set('note', value)}
      />
      <Sentence draft={whole} />
      <div className={styles.buttons}>
        <span className="push" />
        <Button size="small" variant="quiet" onPress={onClose}>
          {t('form.cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" pending={pending}>
          {t('form.send')}
        </Button>
      </div>
    </form>
  );
}
