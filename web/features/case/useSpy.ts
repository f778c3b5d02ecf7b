/** Which section of the case page is being read, for the rail. */
import { useEffect, useState } from 'react';
import type { CasePage } from '#events/case/pages.ts';
import { firstVisible, panelOf } from './rail-groups.ts';

/** Lower edge of the sticky header with the sections' scroll margin, px. */
const edgePx = 88;

/** Input that scrolls by hand: it ends the highlight of the entry that was pressed. */
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export const elementOf = (page: CasePage): HTMLElement | null =>
  document.getElementById(page) ?? document.getElementById(panelOf[page] ?? '');

/** @param wanted the section that was opened last. @param pages the open sections, in the page's order */
export function useSpy(wanted: CasePage | undefined, pages: readonly CasePage[]): CasePage | undefined {
  const [read, setRead] = useState<CasePage>();
  const [pressed, setPressed] = useState(wanted);
  useEffect(() => setPressed(wanted), [wanted]);
  const names = pages.join();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const places = (names.split(',') as CasePage[]).flatMap(page => {
        const element = document.getElementById(page);
        return element ? [{ page, bottom: element.getBoundingClientRect().bottom }] : [];
      });
      setRead(firstVisible(places, edgePx));
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    const release = () => setPressed(undefined);
    look();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    for (const name of byHand) addEventListener(name, release, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
      for (const name of byHand) removeEventListener(name, release);
    };
  }, [names]);
  return pressed ?? read ?? pages[0];
}
