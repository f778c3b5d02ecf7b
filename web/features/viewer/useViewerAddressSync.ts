/** Keeps stage and camera in the address, so that a link shows what its sender saw. */

import { useEffect, useRef } from 'react';
import { screenStore } from '#web/lib/screen-store.ts';
import { formatCamera, parseCamera, viewOfCamera } from './camera.ts';
import { jumpToTooth } from './jump-to-tooth.ts';
import { player } from './player.ts';
import { goToView, onlyShownArchAtom, requestedCameraAtom, restingCameraAtom } from './view-state.ts';
import type { ViewerSearchParams } from './viewer-search-params.ts';
import { chosenToothAtom, shownStageAtom } from './viewer-state.ts';

/** Debounce in ms: a drag changes the address once. */
const debounceMs = 400;

/**
 * Applies the address once the plan's length is known, then keeps the address up to date.
 * @param last the plan's last stage; null until it is known
 */
export function useViewerAddressSync(
  search: ViewerSearchParams,
  last: number | null,
  follow: (place: ViewerSearchParams) => void,
): void {
  const latest = useRef(follow);
  latest.current = follow;
  const known = last !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, then written
  useEffect(() => {
    if (last === null) return;
    const at = parseCamera(search.view);
    const view = at && viewOfCamera(at);
    if (view) goToView(view);
    else if (at) {
      screenStore.set(onlyShownArchAtom, null);
      screenStore.set(requestedCameraAtom, { camera: at, view: null });
    }
    player.lengthen(last);
    player.set(search.stage ?? 0);
    // A linked tooth is selected, and brought into sight if the link names no camera.
    if (search.tooth && !at) jumpToTooth(search.tooth);
    else if (search.tooth) screenStore.set(chosenToothAtom, search.tooth);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const text = formatCamera(screenStore.get(restingCameraAtom));
        latest.current({ stage: screenStore.get(shownStageAtom), ...(text !== 'front' && { view: text }) });
      }, debounceMs);
    };
    const ends = [screenStore.sub(shownStageAtom, changed), screenStore.sub(restingCameraAtom, changed)];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [known]);
}
