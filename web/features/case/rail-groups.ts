/** The case page's sections as its rail lists them, and which of them is being read. Pure. */
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

/** Sections that are a part of another one's panel: opening them goes there. */
export const panelOf: Partial<Record<CasePage, CasePage>> = {
  orderPdf: 'orderForm',
  stlDownload: 'digitalModel',
  planInstructions: 'plan',
  submitToManufacturing: 'manufacturing',
};

/** Groups that have open sections; and the locked sections, in the same order. */
export function railOf(isLocked: (page: CasePage) => boolean) {
  const groups = Object.entries(railGroups) as [RailGroup, readonly CasePage[]][];
  return {
    groups: groups
      .map(([group, pages]) => ({ group, pages: pages.filter(page => !isLocked(page)) }))
      .filter(({ pages }) => pages.length > 0),
    locked: groups.flatMap(([, pages]) => pages.filter(isLocked)),
  };
}

/** The plan is first once there is one: most visits are for it. */
export function sectionsOf(hasPlan: boolean): CasePage[] {
  const own = casePageNames.filter(page => !panelOf[page] && page !== 'progress');
  return hasPlan ? ['plan', ...own.filter(page => page !== 'plan')] : own;
}

type Place = { page: CasePage; bottom: number };

/**
 * The first section in the order of the page that reaches below the header's lower edge; before the first one is
 * reached, the first one.
 * @param places in the page's order; `bottom` and `edge` in px from the window's top
 */
export const firstVisible = (places: readonly Place[], edge: number): CasePage | undefined =>
  (places.find(({ bottom }) => bottom > edge) ?? places.at(-1))?.page;
