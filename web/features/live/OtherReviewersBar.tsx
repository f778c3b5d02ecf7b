/** The other people in the review, their stages, and the person whom this page follows. */

import { useTranslation } from 'react-i18next';
import { isSameVersion, type WhichVersion } from '#events/plan/which-version.ts';
import { otherReviewersAtom, type Reviewer } from '#web/lib/live-state.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { describeReviewerPosition, followedReviewerIdAtom, followReviewer } from './follow-reviewer.ts';
import styles from './live.module.css';

const none: readonly Reviewer[] = [];

export function OtherReviewersBar({ shown, myId }: { shown: WhichVersion; myId: string }) {
  const { t } = useTranslation('viewer');
  const people = useAtomValueAfterHydration(otherReviewersAtom, none).filter(({ id }) => id !== myId);
  const followed = useAtomValueAfterHydration(followedReviewerIdAtom);
  if (people.length === 0) return null;
  return (
    <ul className={styles.peers} aria-label={t('live.here')}>
      {people.map(({ id, name, here }) => {
        const follows = followed === id;
        const { word, ...at } = describeReviewerPosition(here, shown);
        return (
          <li key={id}>
            <Avatar name={name} tone="violet" online decorative size="small" />
            <span>
              {name}
              <span className="t-2">
                {' · '}
                {t(`live.${word}`, at)}
                {here.follows === myId && ` · ${t('live.followsYou')}`}
              </span>
            </span>
            {isSameVersion(here, shown) && (
              <Button
                size="small"
                pressed={follows}
                aria-label={t(follows ? 'live.stopName' : 'live.followName', { name })}
                onPress={() => followReviewer(follows ? null : id)}
              >
                {t(follows ? 'live.stop' : 'live.follow')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
