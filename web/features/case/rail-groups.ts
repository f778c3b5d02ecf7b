/** The sections of the case page in the order of its rail, and the one being read. Pure. */
import { type CasePage, casePageNames } from '#events/case/pages.ts';

export const railGroups = {
  plan: ['plan', 'planInstructions', 'planLinks'],
  records: ['images', 'digitalModel', 'stlDownload', 'otherFiles', 'stlExportRecord'],
  order: ['orderForm', 'orderPdf'],
  making: ['manufacturing', 'submitToManufacturing', 'retainer'],
  treatment: ['wear', 'processControl', 'ceph'],
  course: ['progress', 'archiving'],
} as const satisfies Record<string, readonly CasePage[]>;

type RailGroup = keyof typeof railGroups;

/** Sections that are part of another section's panel: opening them goes there. */
export const panelBySection: Partial<Record<CasePage, CasePage>> = {
  orderPdf: 'orderForm',
  stlDownload: 'digitalModel',
  planInstructions: 'plan',
  submitToManufacturing: 'manufacturing',
};

/** Groups with open sections, and the locked sections in the same order. */
export function railSections(isLocked: (page: CasePage) => boolean) {
  const groups = Object.entries(railGroups) as [RailGroup, readonly CasePage[]][];
  return {
    groups: groups
      .map(([group, pages]) => ({ group, pages: pages.filter(page => !isLocked(page)) }))
      .filter(({ pages }) => pages.length > 0),
    locked: groups.flatMap(([, pages]) => pages.filter(isLocked)),
  };
}

/** The plan comes first once it exists: most visits are for it. */
export function sectionsInOrder(hasPlan: boolean): CasePage[] {
  const own = casePageNames.filter(page => !panelBySection[page] && page !== 'progress');
  return hasPlan ? ['plan', ...own.filter(page => page !== 'plan')] : own;
}

type Place = { page: CasePage; bottom: number };

/**
 * The first section whose bottom is below the header's edge; the first section if the page is above it.
 * @param places in page order; `bottom` and `edge` in px from the window's top
 */
export const firstVisibleSection = (places: readonly Place[], edge: number): CasePage | undefined =>
  (places.find(({ bottom }) => bottom > edge) ?? places.at(-1))?.page;
