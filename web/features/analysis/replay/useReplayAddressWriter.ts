/** Keeps the moment in the address: a moment is a link. */
import { useCallback, useEffect, useRef } from 'react';
import { seek, withSpeed } from './playhead.ts';
import { type ReplayAddress, replayHref } from './replay-address.ts';
import type { ReplayPlayer } from './replay-player.ts';

/** Delay of a change of the address, so that a drag or several steps change it once. */
const restMs = 300;
/** While playing, the address changes at most once a second. */
const playingMs = 1000;

type Go = (href: string, replace?: boolean) => void;
type WriteAddress = (change?: Partial<ReplayAddress>) => void;

/**
 * Returns a function that writes the current moment and the given changes into the address.
 * @param address the address as parsed
 */
export function useReplayAddressWriter(player: ReplayPlayer, address: ReplayAddress, go: Go): WriteAddress {
  const latest = useRef({ address, go });
  latest.current = { address, go };
  const written = useRef(address.at);
  const write = useCallback<WriteAddress>(
    (change = {}) => {
      const { at, speed, following } = player.head();
      const { address: before, go: navigate } = latest.current;
      const second = Math.floor(at / 1000) * 1000;
      written.current = following ? null : second;
      const href = replayHref({ ...before, at: second, speed, live: following, ...change });
      if (href !== replayHref(before)) navigate(href, true);
    },
    [player],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      const { playing } = player.head();
      if (playing && timer !== undefined) return;
      clearTimeout(timer);
      const due = () => {
        timer = undefined;
        write();
      };
      timer = setTimeout(due, playing ? playingMs : restMs);
    };
    const end = player.onShown(changed);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [player, write]);
  // Follows a moment that appears in the address, for example after a link on the page.
  const { at, speed } = address;
  useEffect(() => {
    if (at === null || at === written.current) return;
    written.current = at;
    player.change((head, range) => withSpeed(seek(head, range, at), speed));
  }, [player, at, speed]);
  return write;
}
