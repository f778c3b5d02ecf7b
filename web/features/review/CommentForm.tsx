/** A new comment: text, stage, and optionally a tooth and a place on it. */
import { useAtomValue } from 'jotai/react';
import { MapPin, MapPinOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { lastStage } from '#events/plan/bundle.ts';
import { isFdi } from '#events/tooth/fdi.ts';
import {
  chosenToothAtom,
  type PinPlace,
  pinPlacedHandlerAtom,
  shownStageAtom,
} from '#web/features/viewer/viewer-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { useTakeAction } from '#web/lib/useTakeAction.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { cancelPinOrLeave, handleFormKeys, parseNumber } from './form-keys.ts';
import styles from './review.module.css';
import type { ReviewProps } from './review-props.ts';

type Props = Pick<ReviewProps, 'view' | 'list' | 'version' | 'bundle'> & { onClose: () => void };

/** Waits for a press on a tooth in the picture; leaving the form cancels this. */
function usePin(onPlace: (place: PinPlace) => void) {
  const wanted = useAtomValue(pinPlacedHandlerAtom) !== null;
  useEffect(() => () => screenStore.set(pinPlacedHandlerAtom, null), []);
  return {
    wanted,
    // The store would call a function value as an updater: wrap it.
    want: () =>
      screenStore.set(pinPlacedHandlerAtom, () => (place: PinPlace) => {
        screenStore.set(pinPlacedHandlerAtom, null);
        onPlace(place);
      }),
    stop: () => screenStore.set(pinPlacedHandlerAtom, null),
  };
}

type WhereProps = Pick<ReviewProps, 'list' | 'bundle'> & {
  stage: string;
  error: string | undefined;
  onChange: (stage: string) => void;
};

/** The stage of the comment; for a target, its start or its goal. */
function StageField({ list, bundle, stage, error, onChange }: WhereProps) {
  const { t } = useTranslation(['review', 'viewer']);
  // Versions without plan data cannot show a goal: the number is typed.
  if (list === 'targets' && bundle)
    return (
      <SegmentedControl
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

type PinningProps = {
  pin: ReturnType<typeof usePin>;
  /** The pinned place; null if there is none. */
  at: PinPlace['at'] | null;
  tooth: string;
  /** Whether the version has a picture to pin in. */
  canPin: boolean;
  onUnpin: () => void;
};

function Pinning({ pin, at, tooth, canPin, onUnpin }: PinningProps) {
  const { t } = useTranslation('review');
  return (
    <div className={styles.pinning}>
      {canPin && !at && (
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
        <Button size="small" icon={<MapPinOff />} onPress={onUnpin}>
          {t('comments.unpin')}
        </Button>
      )}
      {at && (
        <span role="status" className="t-small t-2">
          {t('comments.pinned', { tooth })}
        </span>
      )}
    </div>
  );
}

export function CommentForm({ view, list, version, bundle, onClose }: Props) {
  const { t } = useTranslation(['review', 'action', 'error']);
  const { pending, error, send } = useTakeAction(view.caseId);
  const [note, setNote] = useState('');
  const [stage, setStage] = useState(String(useAtomValue(shownStageAtom)));
  // Default tooth of the comment: the one selected in the picture, until one is typed or pinned.
  const chosen = useAtomValue(chosenToothAtom);
  const [typed, setTooth] = useState<string | null>(null);
  const tooth = typed ?? String(chosen ?? '');
  const [at, setAt] = useState<PinPlace['at'] | null>(null);
  const pin = usePin(place => {
    setTooth(String(place.tooth));
    setAt(place.at);
    setStage(String(screenStore.get(shownStageAtom)));
  });
  // Starts pinning with the form, so that key C and a press on a tooth suffice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the form opens
  useEffect(() => {
    if (bundle) pin.want();
  }, []);
  const submit = async () => {
    if (pending || note.trim() === '') return;
    const number = Number(tooth);
    const place = at && isFdi(number) ? { place: at } : {};
    const of = { list, version, stage: parseNumber(stage) ?? stage };
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
      onKeyDown={handleFormKeys(
        () => void submit(),
        () => cancelPinOrLeave(pin, onClose),
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
        <StageField list={list} bundle={bundle} stage={stage} error={error('stage')} onChange={setStage} />
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
      <Pinning pin={pin} at={at} tooth={tooth} canPin={bundle !== null} onUnpin={() => setAt(null)} />
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
