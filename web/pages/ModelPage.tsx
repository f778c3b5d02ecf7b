/** A digital model, for a share link or for people of its case: its picture first, the 3D view on demand. */
import type { TFunction } from 'i18next';
import type { SharedModelFacts } from '#events/share/facts.ts';
import { OpenViewButton } from './OpenViewButton.tsx';
import type { PageContext } from './plain-document.tsx';
import styles from './share.module.css';

export type ModelProps = {
  model: SharedModelFacts;
  /** URLs of the model's picture and of its GLB. */
  picture: string;
  mesh: string;
  /** For people of the case: the way back, and the other models. Null for a share link. */
  inside: {
    toCase: string;
    models: readonly { slot: string | null; href: string; here: boolean }[];
  } | null;
};

const nameOf = (t: TFunction, slot: string | null): string =>
  slot === null ? t('share:title.model') : t(`rx:slot.${slot}`);

export function SharedModelContent({
  world,
  model,
  picture,
  mesh,
  inside,
}: { world: PageContext } & ModelProps) {
  const { t } = world;
  const name = nameOf(t, model.slot);
  return (
    <>
      <h1 className="t-page">{inside ? name : t('share:title.model')}</h1>
      {inside && (
        <nav className={styles.models}>
          <a className="link" href={inside.toCase}>
            {t('share:toCase')}
          </a>
          {inside.models.length > 1 &&
            inside.models.map(({ slot, href, here }) => (
              <a key={href} className="link" href={href} aria-current={here ? 'page' : undefined}>
                {nameOf(t, slot)}
              </a>
            ))}
        </nav>
      )}
      <div className={styles.pictures}>
        <div data-scene="">
          <figure className={styles.model}>
            <img src={picture} width={480} height={360} alt={name} fetchPriority="high" />
            <figcaption>{name}</figcaption>
          </figure>
        </div>
        {model.bytes !== null && (
          <OpenViewButton world={world} kind="model" files={mesh} slot={model.slot} bytes={model.bytes} />
        )}
        {!inside && (
          <a className="link" href={mesh} download="model.glb">
            {t('share:download')}
          </a>
        )}
      </div>
    </>
  );
}
