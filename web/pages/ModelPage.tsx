/** A digital model, seen through a link or by somebody of its case: its picture first, and the model on demand. */
import type { TFunction } from 'i18next';
import type { ModelFacts } from '#events/share/facts.ts';
import type { PageWorld } from './plain-document.tsx';
import { See } from './See.tsx';
import styles from './share.module.css';

export type ModelProps = {
  model: ModelFacts;
  /** Addresses of its picture and of its GLB. */
  picture: string;
  mesh: string;
  /** For somebody of the case: the way back, and its other models. Null for whoever has a link. */
  inside: {
    toCase: string;
    models: readonly { slot: string | null; href: string; here: boolean }[];
  } | null;
};

const nameOf = (t: TFunction, slot: string | null): string =>
  slot === null ? t('share:title.model') : t(`rx:slot.${slot}`);

export function Model({ world, model, picture, mesh, inside }: { world: PageWorld } & ModelProps) {
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
          <See world={world} kind="model" files={mesh} slot={model.slot} bytes={model.bytes} />
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
