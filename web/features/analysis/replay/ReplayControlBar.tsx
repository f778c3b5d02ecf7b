/** The moment that is shown, and the controls that move it. */
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Columns2,
  History,
  Pause,
  Play,
  Radio,
  StepBack,
  StepForward,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { LiveUpdatesMark } from '#web/ui/chip.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { GoToMomentButton } from './GoToMomentButton.tsx';
import { followEnd, speedNames, withSpeed } from './playhead.ts';
import styles from './replay.module.css';
import { type ReplayCommand, replayKeyForCommand } from './replay-keys.ts';
import type { ReplayPlayer } from './replay-player.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';

/** The moment in every frame, without React. */
function Moment({ player }: { player: ReplayPlayer }) {
  const words = useReplayFormatters();
  const { head, track } = usePlayerSnapshot(player);
  const text = useRef<HTMLElement>(null);
  useEffect(
    () =>
      player.onFrame((_now, { at }) => {
        const node = text.current?.firstChild;
        if (node) node.nodeValue = words.moment(at);
      }),
    [player, words],
  );
  const position = track.positionAt(head.at);
  return (
    <p className={styles.moment}>
      <b ref={text} className="num">
        {words.moment(head.at)}
      </b>
      <span className="num t-2 t-small">#{position}</span>
    </p>
  );
}

const icons: Record<ReplayCommand, React.ReactNode> = {
  first: <ChevronFirst />,
  dayBack: <ChevronLeft />,
  previous: <StepBack />,
  play: <Play />,
  next: <StepForward />,
  dayOn: <ChevronRight />,
  last: <ChevronLast />,
};

/** Says that the page shows the past, where nothing can be changed, or that it shows the present. */
function Tense({ following }: { following: boolean }) {
  const { t } = useTranslation('analysis');
  if (following) return <LiveUpdatesMark>{t('replay.live')}</LiveUpdatesMark>;
  return (
    <span className={styles.past}>
      <History aria-hidden="true" />
      {t('replay.past')}
    </span>
  );
}

type Props = {
  player: ReplayPlayer;
  comparing: boolean;
  onCompare: () => void;
  onMoment: (at: number) => void;
  /** Announces the moment after a press. */
  said: () => void;
};

export function ReplayControlBar({ player, comparing, onCompare, onMoment, said }: Props) {
  const { t } = useTranslation('analysis');
  const { head } = usePlayerSnapshot(player);
  const button = (command: ReplayCommand, pressed?: { label: string; icon: React.ReactNode }) => {
    const { change, keys } = replayKeyForCommand(command);
    return (
      <IconButton
        key={command}
        variant="outline"
        label={pressed?.label ?? t(`replay.act.${command}`)}
        shortcut={keys}
        icon={pressed?.icon ?? icons[command]}
        onPress={() => {
          player.change(change);
          said();
        }}
      />
    );
  };
  return (
    <div className={styles.bar} data-past={head.following ? undefined : ''}>
      <Moment player={player} />
      <div className={styles.transport}>
        {(['first', 'dayBack', 'previous'] as const).map(command => button(command))}
        {button('play', head.playing ? { label: t('replay.act.pause'), icon: <Pause /> } : undefined)}
        {(['next', 'dayOn', 'last'] as const).map(command => button(command))}
        <GoToMomentButton from={() => player.head().at} go={onMoment} />
      </div>
      <SegmentedControl
        label={t('replay.speed')}
        hideLabel
        size="small"
        value={head.speed}
        onChange={speed => player.change(before => withSpeed(before, speed))}
        options={speedNames.map(value => ({ value, label: t(`replay.speeds.${value}`) }))}
      />
      <Tense following={head.following} />
      <span className={styles.barEnd}>
        <Button
          size="small"
          icon={<Radio />}
          pressed={head.following}
          onPress={() =>
            player.change((before, range) =>
              before.following ? { ...before, following: false } : followEnd(before, range),
            )
          }
        >
          {t('replay.followNow')}
        </Button>
        <Button size="small" icon={<Columns2 />} pressed={comparing} onPress={onCompare}>
          {t(comparing ? 'replay.endCompare' : 'replay.compare')}
        </Button>
      </span>
    </div>
  );
}
