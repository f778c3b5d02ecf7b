/** Recorded live reviews of a version: time, people, duration; each can be replayed in the picture. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai/react';
import { Pause, Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { changeRequestText } from '#web/features/review/request-text.ts';
import type { ReviewProps } from '#web/features/review/review-props.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { otherReviewersAtom } from '#web/lib/live-state.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './live.module.css';
import { type ReviewReplayState, replayStepMs, reviewReplay } from './review-replay.ts';
import {
  type ReviewSessionItem,
  recordedReviewsQuery,
  remarksDuringReview,
  reviewDurationMs,
  reviewSessionQuery,
} from './review-sessions.ts';

type Props = Pick<ReviewProps, 'view' | 'list' | 'version'>;

/** `4:07` */
const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Comments and requests up to the replayed moment. */
function RemarksUntil({ view, list, version, replayed }: Props & { replayed: ReviewReplayState }) {
  const { t } = useTranslation(['viewer', 'review']);
  const said = remarksDuringReview(view, { list, version }, replayed.session).filter(
    one => one.at <= replayed.at,
  );
  return (
    <ul className={styles.said} aria-label={t('viewer:sessions.said')}>
      {said
        .map(one => ({ ...one, who: actorName(one.who, t) }))
        .map(one => (
          <li key={one.key}>
            <span className="num t-2">{clock(one.at)}</span>{' '}
            {one.what === 'comment'
              ? t('viewer:sessions.comment', one)
              : t('viewer:sessions.request', { ...one, what: changeRequestText(t, one.change) })}
          </li>
        ))}
    </ul>
  );
}

function Controls({ replayed, ...props }: Props & { replayed: ReviewReplayState }) {
  const { t } = useTranslation('viewer');
  const { session, at, playing, watched } = replayed;
  const length = reviewDurationMs(session);
  const time = t('sessions.time', { at: clock(at), length: clock(length) });
  return (
    <div className={styles.replay}>
      <div className={styles.controls}>
        <IconButton
          size="small"
          variant="outline"
          label={t(playing ? 'sessions.pause' : 'sessions.play')}
          icon={playing ? <Pause /> : <Play />}
          onPress={reviewReplay.toggle}
        />
        <input
          type="range"
          aria-label={t('sessions.at')}
          aria-valuetext={time}
          min={0}
          // Rounded up to whole steps: otherwise the slider would end before the last move.
          max={Math.max(1, Math.ceil(length / replayStepMs)) * replayStepMs}
          step={replayStepMs}
          value={at}
          onChange={event => reviewReplay.seek(Number(event.target.value))}
        />
        <span className="num t-small">{time}</span>
        <IconButton size="small" label={t('sessions.stop')} icon={<Square />} onPress={reviewReplay.stop} />
      </div>
      {session.people.length > 1 && (
        <SegmentedControl
          label={t('sessions.whose')}
          size="small"
          value={watched}
          onChange={reviewReplay.watch}
          options={session.people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <RemarksUntil {...props} replayed={replayed} />
    </div>
  );
}

/** The sessions, reloaded when a person joins or leaves, because one may have ended. */
function useSessions({ view: { caseId }, list, version }: Props): ReviewSessionItem[] {
  const client = useQueryClient();
  const there = useAtomValue(otherReviewersAtom).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of people only triggers the reload
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['reviews', caseId, list, version], exact: true });
  }, [client, caseId, list, version, there]);
  return useQuery(recordedReviewsQuery(caseId, list, version)).data ?? [];
}

export function ReviewSessions(props: Props) {
  const { t } = useTranslation('viewer');
  const client = useQueryClient();
  const sessions = useSessions(props);
  const replayed = useAtomValue(reviewReplay.now);
  const { view, list, version } = props;
  if (sessions.length === 0) return null;
  const open = async (from: string) => {
    try {
      reviewReplay.open(await client.fetchQuery(reviewSessionQuery(view.caseId, list, version, from)));
    } catch {
      toast({ tone: 'danger', text: t('sessions.failed') });
    }
  };
  return (
    <Panel title={t('sessions.title')} count={sessions.length} id="sessions">
      <ul className={`rows ${styles.sessions}`}>
        {sessions.map(session => {
          const when = formatMoment(session.from);
          const who = session.people.map(({ name }) => name).join(t('listComma'));
          const length = t('sessions.minutes', {
            count: Math.max(1, Math.ceil(reviewDurationMs(session) / 60_000)),
          });
          return (
            <li key={session.from}>
              <div className={styles.session}>
                <span>{t('sessions.line', { when, who, length })}</span>
                {replayed?.session.from !== session.from && (
                  <Button
                    size="small"
                    icon={<Play />}
                    aria-label={t('sessions.replayName', { when })}
                    onPress={() => void open(session.from)}
                  >
                    {t('sessions.replay')}
                  </Button>
                )}
              </div>
              {replayed?.session.from === session.from && <Controls {...props} replayed={replayed} />}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
