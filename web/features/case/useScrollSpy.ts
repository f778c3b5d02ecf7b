/** Scroll spy: the section of the case page being read, for the rail. */
import { useEffect, useState } from 'react';
import type { CasePage } from '#events/case/pages.ts';
import { firstVisibleSection, panelBySection } from './rail-groups.ts';

/** Lower edge of the sticky header plus the sections' scroll margin, px. */
const edgePx = 88;

/** Events of manual scrolling, which end the highlight of the pressed entry. */
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export const sectionElement = (page: CasePage): HTMLElement | null =>
  document.getElementById(page) ?? document.getElementById(panelBySection[page] ?? '');

/** @param wanted the section that was opened last. @param pages the open sections in page order */
export function useScrollSpy(wanted: CasePage | undefined, pages: readonly CasePage[]): CasePage | undefined {
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
      setRead(firstVisibleSection(places, edgePx));
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
