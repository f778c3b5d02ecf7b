/** The entries of the top bar by position (product-spec.md 2). Pure. */
import { maySeeAnalysis } from '#events/analysis/rights.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import { type Position, selfDesignersOrgId } from '#events/person/position.ts';

/** Entries whose pages belong to the app. */
export type NavTab = 'home' | 'cases' | 'patients' | 'retainers' | 'desk' | 'analysis';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The top-bar entry of the page; undefined for pages without one. */
    tab?: NavTab;
  }
}

export type NavEntry = {
  id: string;
  href: string;
  /** Dictionary key of the entry's label. */
  word: string;
  /** Comes after the divider, and moves first into "More" on narrow windows. */
  second?: true;
};

const home: NavEntry = { id: 'home', href: '/workbench', word: 'shell:nav.home' };
const cases: NavEntry = { id: 'cases', href: '/caseList', word: 'shell:nav.cases' };
const patients: NavEntry = { id: 'patients', href: '/patientFilterList', word: 'shell:nav.patients' };
const retainers: NavEntry = { id: 'retainers', href: '/retainerList', word: 'shell:nav.retainers' };
const college: NavEntry = { id: 'college', href: '/institute', word: 'shell:nav.college', second: true };
const news: NavEntry = { id: 'news', href: '/news', word: 'shell:nav.news', second: true };
const help: NavEntry = { id: 'help', href: '/support', word: 'shell:nav.help', second: true };

const desk: NavEntry = { id: 'desk', href: '/chat', word: 'shell:nav.desk' };
const analysis: NavEntry = { id: 'analysis', href: '/analysis', word: 'shell:nav.analysis' };

/** Entries for visitors without a session; help asks for a session first. */
export const visitorNavEntries: readonly NavEntry[] = [college, news, help];

/** The organisation ediy has its own list; a self-designer of another organisation has no retainers. */
export function navEntries(person: { position: Position; orgId: string } | undefined): NavEntry[] {
  if (person?.orgId === selfDesignersOrgId)
    return [{ ...cases, word: 'shell:nav.caseList' }, patients, retainers, college, news, help];
  const position = person?.position;
  return [
    home,
    cases,
    patients,
    ...(position === 'Designer' ? [] : [retainers]),
    ...(maySeeAnalysis(position) ? [analysis] : []),
    college,
    news,
    help,
    ...(position && isDeskPosition(position) ? [desk] : []),
  ];
}

/** Front entries of the classic bar; help is called Support there (product-spec.md 2). */
const inClassicBar: readonly string[] = ['home', 'cases', 'patients', 'help'];

/** The entries in the order of the classic bar: all others are in "More". */
export function navEntriesForClassicBar(entries: readonly NavEntry[]): NavEntry[] {
  const front = entries.filter(({ id }) => inClassicBar.includes(id));
  const rest = entries.filter(({ id }) => !inClassicBar.includes(id));
  return [
    ...front.map(({ second: _, ...entry }) =>
      entry.id === 'help' ? { ...entry, word: 'shell:nav.support' } : entry,
    ),
    ...rest.map(entry => ({ ...entry, second: true as const })),
  ];
}

/** Entries that stay visible on narrow windows, next to the menu of all entries. */
export const navEntriesForNarrowBar = (entries: readonly NavEntry[]): NavEntry[] =>
  navEntriesForClassicBar(entries).filter(({ id }) => id === 'patients' || id === 'help');

/** The tab of the innermost matched route that names one. */
export const navTabOfRoutes = (
  routes: readonly { options: { staticData?: { tab?: NavTab } } }[],
): NavTab | undefined => routes.findLast(route => route.options.staticData?.tab)?.options.staticData?.tab;
