/**
 * The page of a share link: a plan in pictures and plain words, or a model; and the page of a closed link.
 */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ShapeAudience } from '#events/share/events.ts';
import type { ClosedShare, SharedPlanFacts, ShareFacts } from '#events/share/facts.ts';
import { PictureStrip } from '#web/features/share/PictureStrip.tsx';
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import { formatZonedMoment } from '../lib/format.ts';
import { type ModelProps, SharedModelContent } from './ModelPage.tsx';
import { OpenViewButton } from './OpenViewButton.tsx';
import { PlanDetailTables, PlanValues } from './PlanNumbers.tsx';
import { LanguageAndThemeSwitches, type PageContext, PlainDocument } from './plain-document.tsx';
import styles from './share.module.css';

export type ShareProps = {
  facts: ShareFacts;
  /** `/api/shares/{key}/files` */
  files: string;
  /**
   * The first picture as a data: URL, so that it appears with the page; otherwise it is loaded like the
   * others.
   */
  picture?: string;
};

type FrameProps = {
  world: PageContext;
  title: string;
  link?: string;
  /** The clinic that the page represents; default: the product. */
  clinic?: string;
  children: ReactNode;
};

/** Frame of a share page. @param link `/api/shares/{key}`, which the page's script polls */
export function ShareFrame({ world, title, link, clinic, children }: FrameProps) {
  const product = <ArchLogo name="Archline" nameZh="齐列" />;
  return (
    <PlainDocument world={world} pictureFirst title={title} of={clinic}>
      <header className={styles.bar}>
        {clinic ? <strong className={styles.clinic}>{clinic}</strong> : product}
        <LanguageAndThemeSwitches world={world} />
      </header>
      <main className={styles.main} data-link={link}>
        {children}
        {clinic && <p className={styles.product}>{product}</p>}
      </main>
    </PlainDocument>
  );
}

type PicturesProps = { world: PageContext; plan: SharedPlanFacts; kind: ShapeAudience } & Omit<
  ShareProps,
  'facts'
>;

function Pictures({ world, plan, kind, files, picture }: PicturesProps) {
  const { posters, bytes } = plan;
  const urlOf = (stage: number) => (stage === posters[0] && picture) || `${files}/poster-${stage}.webp`;
  return (
    <div className={styles.pictures}>
      <div data-scene="">
        <PictureStrip t={world.t} stages={posters} urlOf={urlOf} />
      </div>
      {bytes !== null && <OpenViewButton world={world} kind={kind} files={files} bytes={bytes} />}
    </div>
  );
}

/** Numbers with their labels; an arch without aligners is omitted. */
function Numbers({ t, plan }: { t: TFunction; plan: SharedPlanFacts }) {
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

/** For a patient: the meaning of the numbers for the next months. */
function Next({ t, plan }: { t: TFunction; plan: SharedPlanFacts }) {
  const { attachments } = plan;
  const steps = [
    t('share:next.fit'),
    // Gives no duration: no field of a case contains it.
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

function Plan({
  world,
  plan,
  facts,
  files,
  picture,
}: { world: PageContext; plan: SharedPlanFacts } & ShareProps) {
  const { t } = world;
  const patient = facts.for === 'patient';
  const kind = patient ? 'patient' : 'colleague';
  return (
    <>
      <h1 className="t-page">{t(`share:title.${kind}`)}</h1>
      {plan.doubt && <p className={styles.doubt}>{t(`share:doubt.${kind}.${plan.doubt}`)}</p>}
      {patient && <p className={styles.lead}>{t('share:lead')}</p>}
      <div className={styles.columns}>
        {plan.posters.length > 0 ? (
          <Pictures world={world} plan={plan} kind={kind} files={files} picture={picture} />
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
          {plan.details && <PlanValues t={t} details={plan.details} />}
          {patient && <Next t={t} plan={plan} />}
        </div>
      </div>
      {plan.details && <PlanDetailTables t={t} details={plan.details} />}
    </>
  );
}

/** /threeDPatientView, /threeDNew_new, /threeDNew_m, /showStlView, each with its key. */
export function SharePage({ world, facts, files, picture }: { world: PageContext } & ShareProps) {
  const { t } = world;
  return (
    <ShareFrame
      world={world}
      title={t(`share:title.${facts.for}`)}
      link={files.replace(/\/files$/, '')}
      clinic={facts.clinic}
    >
      {facts.plan && <Plan world={world} plan={facts.plan} facts={facts} files={files} picture={picture} />}
      {facts.model && (
        <SharedModelContent
          world={world}
          model={facts.model}
          picture={picture ?? `${files}/poster.webp`}
          mesh={`${files}/model.glb`}
          inside={null}
        />
      )}
      <footer className={styles.foot}>
        <p>{t('share:from', { clinic: facts.clinic, date: formatZonedMoment(facts.expiresAt) })}</p>
        <p>{t('share:anybody')}</p>
      </footer>
    </ShareFrame>
  );
}

/** /showStlView with a case number, for people of the case. */
export function CaseModelPage({ world, ...shown }: { world: PageContext } & ModelProps) {
  return (
    <ShareFrame world={world} title={world.t('share:title.model')}>
      <SharedModelContent world={world} {...shown} />
    </ShareFrame>
  );
}

/** 410, and 404 if `over` is null: one sentence, and a contact. */
export function ClosedSharePage({ world, over }: { world: PageContext; over: ClosedShare | null }) {
  const { t } = world;
  const why = over?.why ?? 'unknown';
  return (
    <ShareFrame world={world} title={t(`share:over.${why}.title`)} clinic={over?.clinic ?? undefined}>
      <div className={styles.over}>
        <h1 className="t-page">{t(`share:over.${why}.title`)}</h1>
        <p className="t-2">{t(`share:over.${why}.text`)}</p>
        <p>{over?.clinic ? t('share:over.ask', { clinic: over.clinic }) : t('share:over.askSender')}</p>
      </div>
    </ShareFrame>
  );
}
