/** A new comment: its words, its stage, and where wanted a tooth and a place on it. */
import { useAtomValue } from 'jotai/react';
import { MapPin, MapPinOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { lastStage } from '#events/plan/bundle.ts';
import { isFdi } from '#events/tooth/fdi.ts';
import { chosenTooth, type PinPlace, pinning, shownStage } from '#web/features/viewer/state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { useTakeAction } from '#web/lib/useTakeAction.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formKeys, leavePin, numberOf } from './form-keys.ts';
import type { ReviewProps } from './props.ts';
import styles from './review.module.css';

type Props = Pick<ReviewProps, 'view' | 'list' | 'version' | 'bundle'> & { onClose: () => void };

/** Waits for a press on a tooth in the picture; leaving the form takes the wish back. */
function usePin(onPlace: (place: PinPlace) => void) {
  const wanted = useAtomValue(pinning) !== null;
  useEffect(() => () => screenStore.set(pinning, null), []);
  return {
    wanted,
    // A function in a store is taken for a way to the next value.
    want: () =>
      screenStore.set(pinning, () => (place: PinPlace) => {
        screenStore.set(pinning, null);
        onPlace(place);
      }),
    stop: () => screenStore.set(pinning, null),
  };
}

type WhereProps = Pick<ReviewProps, 'list' | 'bundle'> & {
  stage: string;
  error: string | undefined;
  onChange: (stage: string) => void;
};

/** At which aligner; of a target whether at its start or its goal. */
function Where({ list, bundle, stage, error, onChange }: WhereProps) {
  const { t } = useTranslation(['review', 'viewer']);
  // Files without data have no goal that could be shown: their number is typed.
  if (list === 'targets' && bundle)
    return (
      <Segmented
        label={t('comments.at')}
        size="small"
        value={stage === '0' ? 'start' : 'goal'}
        options={[
          { value: 'start', label: t('viewer:refStart') },
          { value: 'goal', label: t('viewer:goal') },
        ]}
        onChange={end => onChange(end === 'start' ? '0' : String(lastStage(bundle)))}
      />
    );
  return (
    <TextField
      label={t('comments.stage')}
      size="compact"
      numeric
      inputMode="numeric"
      value={stage}
      error={error}
      onChange={onChange}
    />
  );
}

export function CommentForm({ view, list, version, bundle, onClose }: Props) {
  const { t } = useTranslation(['review', 'action', 'error']);
  const { pending, error, send } = useTakeAction(view.caseId);
  const [note, setNote] = useState('');
  const [stage, setStage] = useState(String(useAtomValue(shownStage)));
  // Until a tooth is typed or pinned, the tooth chosen in the picture counts.
  const chosen = useAtomValue(chosenTooth);
  const [typed, setTooth] = useState<string | null>(null);
  const tooth = typed ?? String(chosen ?? '');
  const [at, setAt] = useState<PinPlace['at'] | null>(null);
  const pin = usePin(place => {
    setTooth(String(place.tooth));
    setAt(place.at);
    setStage(String(screenStore.get(shownStage)));
  });
  // C, then a press on the tooth: that is all it takes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    if (bundle) pin.want();
  }, []);
  const submit = async () => {
    if (pending || note.trim() === '') return;
    const number = Number(tooth);
    const place = at && isFdi(number) ? { place: at } : {};
    const of = { list, version, stage: numberOf(stage) ?? stage };
    const input = { ...of, ...(tooth.trim() ? { tooth: number, ...place } : {}), note: note.trim() };
    if (await send('commentPlan', input)) onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={formKeys(
        () => void submit(),
        () => leavePin(pin, onClose),
      )}
    >
      <TextArea
        label={t('comments.text')}
        value={note}
        maxLength={limits.noteMax}
        rows={3}
        autoFocus
        required
        error={error('note')}
        onChange={setNote}
      />
      <div className={styles.pair}>
        <Where list={list} bundle={bundle} stage={stage} error={error('stage')} onChange={setStage} />
        <TextField
          label={t('comments.tooth')}
          size="compact"
          numeric
          inputMode="numeric"
          placeholder={t('comments.toothHint')}
          value={tooth}
          error={error('tooth')}
          onChange={value => {
            setTooth(value);
            setAt(null);
          }}
        />
      </div>
      <div className={styles.pinning}>
        {bundle && !at && (
          <Button
            size="small"
            icon={<MapPin />}
            pressed={pin.wanted}
            onPress={pin.wanted ? pin.stop : pin.want}
          >
            {t(pin.wanted ? 'comments.pinning' : 'comments.pin')}
          </Button>
        )}
        {at && (
          <Button size="small" icon={<MapPinOff />} onPress={() => setAt(null)}>
            {t('comments.unpin')}
          </Button>
        )}
        {at && (
          <span role="status" className="t-small t-2">
            {t('comments.pinned', { tooth })}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        <span className="push" />
        <Button size="small" variant="quiet" onPress={onClose}>
          {t('action:cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" pending={pending} disabled={note.trim() === ''}>
          {t('comments.send')}
        </Button>
      </div>
    </form>
  );
}
