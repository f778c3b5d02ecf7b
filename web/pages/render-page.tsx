/** Pages that need no script, as text. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShareOver } from '#events/share/facts.ts';
import { LoginPage, type LoginProps } from './LoginPage.tsx';
import type { ModelProps } from './ModelPage.tsx';
import { type Problem, ProblemPage } from './ProblemPage.tsx';
import type { PageWorld } from './plain-document.tsx';
import { CaseModelPage, ShareOverPage, SharePage, type ShareProps } from './SharePage.tsx';
import { VersionLogPage } from './VersionLogPage.tsx';

export type PlainPage =
  | ({ page: 'login' } & LoginProps)
  | { page: 'problem'; problem: Problem }
  | { page: 'versionLog' }
  | ({ page: 'share' } & ShareProps)
  | ({ page: 'caseModel' } & ModelProps)
  | { page: 'shareOver'; over: ShareOver | null };

function element(world: PageWorld, what: PlainPage) {
  if (what.page === 'login') return <LoginPage world={world} {...what} />;
  if (what.page === 'problem') return <ProblemPage world={world} problem={what.problem} />;
  if (what.page === 'share') return <SharePage world={world} {...what} />;
  if (what.page === 'caseModel') return <CaseModelPage world={world} {...what} />;
  if (what.page === 'shareOver') return <ShareOverPage world={world} over={what.over} />;
  return <VersionLogPage world={world} />;
}

export const renderPage = (world: PageWorld, what: PlainPage): string =>
  `<!doctype html>${renderToStaticMarkup(element(world, what))}`;
