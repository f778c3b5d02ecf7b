/** The stage and the camera in the address: a link shows what its sender saw. */
import { useEffect, useRef } from 'react';
import { cameraText, readCamera, viewOf } from './camera.ts';
import { jumpTo } from './jump.ts';
import { camera, goTo, only, wanted } from './looking.ts';
import { player } from './player.ts';
import type { PlaceSearch } from './read-place.ts';
import { chosenTooth, shownStage } from './state.ts';

/** ms of rest before the address follows: a drag is one change. */
const rest = 400;

/**
 * Goes where the address says, once there is a plan of so many stages, and keeps the address at what is shown.
 * @param last null until it is known
 */
export function useViewerAddress(
  search: PlaceSearch,
  last: number | null,
  follow: (place: PlaceSearch) => void,
): void {
  const latest = useRef(follow);
  latest.current = follow;
  const known = last !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when the page opens, then written
  useEffect(() => {
    if (last === null) return;
    const at = readCamera(search.view);
    const view = at && viewOf(at);
    if (view) goTo(view);
    else if (at) {
      only.set(null);
      wanted.set({ camera: at, view: null });
    }
    player.lengthen(last);
    player.set(search.stage ?? 0);
    // A link that points at a tooth has it chosen, and in sight where it names no view.
    if (search.tooth && !search.view) jumpTo(search.tooth);
    else if (search.tooth) chosenTooth.set(search.tooth);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const text = cameraText(camera.get());
        latest.current({ stage: shownStage.get(), ...(text !== 'front' && { view: text }) });
      }, rest);
    };
    const ends = [shownStage.subscribe(changed), camera.subscribe(changed)];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [known]);
}
