/** Pages that are visited, and what one does there: each act is one interaction. */
import type { Page } from 'playwright';
import { createTranslator } from '../../testing/words.ts';

export type Visit = {
  what: string;
  path: string;
  signedIn?: true;
  /** UI.md 4 has budgets for it. */
  budgeted?: true;
  /** A selector of what stands there once the page can answer. */
  ready: string;
  acts: readonly ((page: Page) => Promise<void>)[];
};

export const lang = 'en';
const shell = createTranslator(lang, 'shell');
const caseList = createTranslator(lang, 'caseList');

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const changeTheme = (page: Page) => page.getByRole('button', { name: shell('theme.dark') }).click();
/** The menu comes over the line when it is first asked for: until it is there, Escape is nobody's. */
const openAccount = async (page: Page) => {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menu').waitFor();
};
const toCases = (page: Page) => page.getByRole('link', { name: shell('nav.cases'), exact: true }).click();

const signedIn = { signedIn: true, ready: 'header [data-state="live"]' } as const;

/** @param caseId of a case whose plan waits for the doctor */
export const visitsOf = (caseId: string): readonly Visit[] => [
  {
    what: 'login',
    path: '/login',
    budgeted: true,
    ready: '[data-reveal]:not([hidden])',
    acts: [page => page.locator('[name="userName"]').click(), press('d'), press('Tab'), press('a')],
  },
  {
    what: 'workbench',
    path: '/workbench',
    budgeted: true,
    ...signedIn,
    acts: [changeTheme, openAccount, press('Escape'), toCases],
  },
  {
    what: 'case list',
    path: '/caseList',
    ...signedIn,
    acts: [
      page =>
        page
          .getByRole('navigation', { name: caseList('byStatus') })
          .getByRole('link')
          .nth(1)
          .click(),
      changeTheme,
    ],
  },
  {
    what: 'case',
    path: `/caseDetail?id=${caseId}`,
    ...signedIn,
    acts: [page => page.locator('nav a[href="#plan"]').click(), changeTheme],
  },
];

export const peerVisit: Visit = {
  what: 'peer: a sentence and a button',
  path: '/',
  ready: 'button',
  acts: [page => page.locator('button').click()],
};
