/** Pictures of a plan's stages, selected along a track. Plain HTML without script or WebGL. */
import type { TFunction } from 'i18next';
import styles from './strip.module.css';

export type PictureStripProps = {
  t: TFunction;
  /** Stages with a picture, from start to goal. */
  stages: readonly number[];
  urlOf: (stage: number) => string;
};

/** Size of a picture in px, and its displayed width. */
const [posterWidth, posterHeight] = [720, 480];

/** Name of a stage: now, the goal, or its number. */
function stageName(t: TFunction, stages: readonly number[], at: number): string {
  if (at === 0) return t('share:stage.now');
  if (at === stages.length - 1) return t('share:stage.goal');
  return t('share:stage.at', { stage: stages[at] });
}

export function PictureStrip({ t, stages, urlOf }: PictureStripProps) {
  const last = stages.at(-1) ?? 0;
  return (
    <fieldset className={styles.strip}>
      <legend className="visually-hidden">{t('share:stage.choose')}</legend>
      <div className={styles.shots} data-shots="">
        {stages.map((stage, at) => (
          <img
            key={stage}
            src={urlOf(stage)}
            width={posterWidth}
            height={posterHeight}
            alt={t('share:stage.picture', { stage: stageName(t, stages, at), last })}
            loading={at === 0 ? 'eager' : 'lazy'}
            fetchPriority={at === 0 ? 'high' : undefined}
            decoding={at === 0 ? 'sync' : 'async'}
          />
        ))}
      </div>
      <div className={styles.stops}>
        {stages.map((stage, at) => (
          <label key={stage}>
            <input type="radio" name="stage" value={stage} defaultChecked={at === 0} />
            <span>{stageName(t, stages, at)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
