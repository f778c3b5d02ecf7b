/** What a link opens: a plan in pictures and plain words, or a model; and what stands there when it opens no more. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Audience } from '#events/share/events.ts';
import type { PlanDetails, PlanFacts, ShareFacts, ShareOver } from '#events/share/facts.ts';
import { boltonText, classText, shortHash } from '#web/features/review/value-words.ts';
import { Strip } from '#web/features/share/Strip.tsx';
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import { momentOf } from '../lib/format.ts';
import { Model, type ModelProps } from './ModelPage.tsx';
import { type PageWorld, PlainDocument, Switches } from './plain-document.tsx';
import { See } from './See.tsx';
import styles from './share.module.css';

export type ShareProps = {
  facts: ShareFacts;
  /** `/api/shares/{key}/files` */
  files: string;
  /** The first picture itself (data:), so that it is seen with the page; else it is fetched as the others are. */
  picture?: string | undefined;
};

type FrameProps = {
  world: PageWorld;
  title: string;
  link?: string;
  picture?: string | undefined;
  children: ReactNode;
};

/** @param link `/api/shares/{key}`, which the page's script asks about */
function Frame({ world, title, link, children }: FrameProps) {
  return (
    <PlainDocument world={world} title={title}>
      <header className={styles.bar}>
        <ArchLogo name="Archline" nameZh="齐列" />
        <Switches world={world} />
      </header>
      <main className={styles.main} data-link={link}>
        {children}
      </main>
    </PlainDocument>
  );
}

type PicturesProps = { world: PageWorld; plan: PlanFacts; kind: Audience } & Omit<ShareProps, 'facts'>;

function Pictures({ world, plan, kind, files, picture }: PicturesProps) {
  const { posters, bytes } = plan;
  const urlOf = (stage: number) => (stage === posters[0] && picture) || `${files}/poster-${stage}.webp`;
  return (
    <div className={styles.pictures}>
      <div data-scene="">
        <Strip t={world.t} stages={posters} urlOf={urlOf} />
      </div>
      {bytes !== null && <See world={world} kind={kind} files={files} bytes={bytes} />}
    </div>
  );
}

/** Numbers with what they are of; zero aligners of an arch are none to be worn. */
function Numbers({ t, plan }: { t: TFunction; plan: PlanFacts }) {
  const { upperStages, lowerStages, attachments } = plan;
  const rows = [
    [upperStages, t('share:fact.upper')],
    [lowerStages, t('share:fact.lower')],
    ...(attachments === null ? [] : [[attachments, t('share:fact.attachments')]]),
  ];
  return (
    <dl className={styles.numbers}>
      {rows.map(([value, name]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** For a colleague: which version it is, and what is told by its data alone. */
function Values({ t, details }: { t: TFunction; details: PlanDetails }) {
  const { list, version, bundle, angles, bolton } = details;
  const none = t('review:report.unknown');
  const rows = [
    [t('share:detail.version'), t(list === 'plans' ? 'share:version' : 'share:target', { version })],
    [t('review:report.hash'), shortHash(bundle)],
    [t('review:point.canine'), classText(t, angles.canine) ?? none],
    [t('review:point.molar'), classText(t, angles.molar) ?? none],
    ...bolton.map(one => [`Bolton, ${t(`review:bolton.${one.kind}`)}`, boltonText(t, one)]),
  ];
  return (
    <table className={styles.table}>
      <caption className="t-title">{t('share:detail.values')}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For a colleague: what is done to which tooth, and when. */
function Details({ t, details: { attachments, ipr } }: { t: TFunction; details: PlanDetails }) {
  const tables = [
    {
      title: t('share:detail.attachments'),
      heads: [t('share:detail.tooth'), t('share:detail.type'), t('share:detail.aligners')],
      rows: attachments.map(a => [a.tooth, t(`rx:option.attachmentType.${a.type}`), `${a.from}–${a.to}`]),
    },
    {
      title: t('share:detail.ipr'),
      heads: [t('share:detail.contact'), t('share:detail.mm'), t('share:detail.before')],
      rows: ipr.map(r => [r.contact, r.mm.toFixed(2), r.before]),
    },
  ];
  return tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, heads, rows }) => (
      <table key={title} className={styles.table}>
        <caption className="t-title">{title}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num">
          {rows.map(cells => (
            <tr key={cells.join()}>
              {cells.map((cell, i) => (
                <td key={heads[i]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    ));
}

/** For a patient: what the numbers mean for the next months. */
function Next({ t, plan }: { t: TFunction; plan: PlanFacts }) {
  const { attachments } = plan;
  const steps = [
    t('share:next.fit'),
    // No field of a case says how many days that are: a number of weeks would be made up.
    t('share:next.wear'),
    ...(attachments ? [t('share:next.attachments', { count: attachments })] : []),
    t('share:next.checks'),
    t('share:next.after'),
  ];
  return (
    <section className={styles.section}>
      <h2 className="t-title">{t('share:next.title')}</h2>
      <ol className={styles.steps}>
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

function Plan({ world, plan, facts, files, picture }: { world: PageWorld; plan: PlanFacts } & ShareProps) {
  const { t } = world;
  const patient = facts.for === 'patient';
  return (
    <>
      <h1 className="t-page">{t(`share:title.${facts.for}`)}</h1>
      {plan.doubt && <p className={styles.doubt}>{t(`share:doubt.${facts.for}.${plan.doubt}`)}</p>}
      {patient && <p className={styles.lead}>{t('share:lead')}</p>}
      <div className={styles.columns}>
        {plan.posters.length > 0 ? (
          <Pictures world={world} plan={plan} kind={facts.for} files={files} picture={picture} />
        ) : (
          <p className={styles.none}>{t('share:noPicture')}</p>
        )}
        <div className={styles.words}>
          <Numbers t={t} plan={plan} />
          {plan.instructions !== null && (
            <section className={styles.section}>
              <h2 className="t-title">{t('share:instructions')}</h2>
              <p className={styles.instructions}>{plan.instructions}</p>
            </section>
          )}
          {plan.details && <Values t={t} details={plan.details} />}
          {plan.details && <Details t={t} details={plan.details} />}
          {patient && <Next t={t} plan={plan} />}
        </div>
      </div>
    </>
  );
}

/** /threeDPatientView, /threeDNew_new, /threeDNew_m, /showStlView, each with its key. */
export function SharePage({ world, facts, files, picture }: { world: PageWorld } & ShareProps) {
  const { t } = world;
  return (
    <Frame world={world} title={t(`share:title.${facts.for}`)} link={files.replace(/\/files$/, '')}>
      {facts.plan && <Plan world={world} plan={facts.plan} facts={facts} files={files} picture={picture} />}
      {facts.model && (
        <Model
          world={world}
          model={facts.model}
          picture={picture ?? `${files}/poster.webp`}
          mesh={`${files}/model.glb`}
          inside={null}
        />
      )}
      <footer className={styles.foot}>
        <p>{t('share:from', { clinic: facts.clinic, date: momentOf(facts.expiresAt) })}</p>
        <p>{t('share:anybody')}</p>
      </footer>
    </Frame>
  );
}

/** /showStlView with a case's number, for somebody of the case. */
export function CaseModelPage({ world, ...shown }: { world: PageWorld } & ModelProps) {
  return (
    <Frame world={world} title={world.t('share:title.model')}>
      <Model world={world} {...shown} />
    </Frame>
  );
}

/** 410, and 404 where `over` is null: one sentence, and whom to ask. */
export function ShareOverPage({ world, over }: { world: PageWorld; over: ShareOver | null }) {
  const { t } = world;
  const why = over?.why ?? 'unknown';
  return (
    <Frame world={world} title={t(`share:over.${why}.title`)}>
      <div className={styles.over}>
        <h1 className="t-page">{t(`share:over.${why}.title`)}</h1>
        <p className="t-2">{t(`share:over.${why}.text`)}</p>
        <p>{over?.clinic ? t('share:over.ask', { clinic: over.clinic }) : t('share:over.askSender')}</p>
      </div>
    </Frame>
  );
}
