/** 403, 404, 429, 500, offline: one sentence and one link. */
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { PageBar } from './PageBar.tsx';
import styles from './pages.module.css';
import { type PageContext, PlainDocument } from './plain-document.tsx';

export type ProblemKind = 'forbidden' | 'missing' | 'broken' | 'busy' | 'offline';

export function ProblemPage({ world, problem }: { world: PageContext; problem: ProblemKind }) {
  const { t } = world;
  const passes = problem === 'offline' || problem === 'busy';
  return (
    <PlainDocument world={world} title={t(`auth:problem.${problem}.title`)}>
      <PageBar world={world} href="/workbench" />
      <main className={styles.problem}>
        <h1 className="t-page">{t(`auth:problem.${problem}.title`)}</h1>
        <p className="t-2">{t(`auth:problem.${problem}.text`)}</p>
        <PlainLinkButton variant="primary" href={passes ? world.here : '/workbench'}>
          {t(passes ? 'auth:problem.again' : 'auth:problem.home')}
        </PlainLinkButton>
      </main>
    </PlainDocument>
  );
}
