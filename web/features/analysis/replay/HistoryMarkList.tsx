/**
 * The marks of the history as a list of links to their moments; own marks can be added and removed. The strip's text
 * twin.
 */
import { Flag, FlagTriangleRight, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { momentMarkLimits } from '#events/analysis/marks.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { HistoryMark } from './history-marks.ts';
import { removeHistoryMark, setHistoryMark } from './mark-commands.ts';
import { pause, seek } from './playhead.ts';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';

type Props = { player: ReplayPlayer; marks: readonly HistoryMark[]; said: () => void };

export function HistoryMarkList({ player, marks, said }: Props) {
  const { t } = useTranslation('analysis');
  return (
    <section className={styles.marks} aria-label={t('replay.marks.title')}>
      {marks.length > 0 && (
        <ul>
          {marks.map(mark => (
            <MarkItem key={mark.id ?? mark.at} mark={mark} player={player} said={said} />
          ))}
        </ul>
      )}
      <MarkForm player={player} />
    </section>
  );
}

function MarkItem({ mark, player, said }: { mark: HistoryMark; player: ReplayPlayer; said: () => void }) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const { at, id, text } = mark;
  const remove = async (markId: string) => {
    const done = await removeHistoryMark(markId);
    if (!done.ok) return;
    toast({
      text: t('replay.marks.removed'),
      action: { label: t('replay.marks.undo'), onPress: () => void setHistoryMark(at, text ?? '') },
    });
  };
  return (
    <li className={styles.mark}>
      <Button
        size="small"
        variant="quiet"
        icon={id === null ? <FlagTriangleRight /> : <Flag />}
        onPress={() => {
          player.change((head, range) => seek(pause(head), range, at));
          said();
        }}
      >
        <span className={styles.markText}>
          {text ?? t('replay.marks.release')}
          <span className="num t-2 t-small">{words.moment(at)}</span>
        </span>
      </Button>
      {id !== null && (
        <IconButton
          size="small"
          label={t('replay.marks.remove', { text })}
          icon={<X />}
          onPress={() => void remove(id)}
        />
      )}
    </li>
  );
}

/** Marks the moment that is shown when the form opens. */
function MarkForm({ player }: { player: ReplayPlayer }) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const [at, setAt] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [issue, setIssue] = useState<string>();
  if (at === null)
    return (
      <Button
        size="small"
        icon={<Flag />}
        onPress={() => {
          player.change(pause);
          setAt(player.head().at);
        }}
      >
        {t('replay.marks.add')}
      </Button>
    );
  const close = () => {
    setAt(null);
    setText('');
    setIssue(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setIssue(t('replay.marks.empty'));
    const done = await setHistoryMark(at, text.trim());
    if (done.ok) return close();
    setIssue(done.error.message);
  };
  return (
    <form className={styles.markForm} onSubmit={event => void save(event)}>
      <TextField
        label={t('replay.marks.text', { moment: words.moment(at) })}
        size="compact"
        autoFocus
        maxLength={momentMarkLimits.text}
        value={text}
        error={issue}
        onChange={setText}
        onKeyDown={event => {
          if (event.key === 'Escape') close();
        }}
      />
      <Button type="submit" size="small" variant="primary">
        {t('replay.marks.save')}
      </Button>
      <Button size="small" variant="quiet" onPress={close}>
        {t('replay.marks.cancel')}
      </Button>
    </form>
  );
}
