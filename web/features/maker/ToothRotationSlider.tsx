/** Rotates a tooth's measured frame about its long axis, by slider or arrow keys, with a reset. */
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Fdi } from '#events/tooth/fdi.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { extentAlong } from '#workers/stages/outline.ts';
import type { CrownOutline } from '#workers/stages/proposal.ts';
import styles from './maker.module.css';

/** Maximum rotation to either side, degrees: beyond a right angle the faces only swap names. */
const turnMax = 90;

type Props = { fdi: Fdi; crown: CrownOutline; degrees: number; onTurn: (degrees: number) => void };

/** Width in mm along the mesial axis of a rotated frame. */
const widthAt = ({ outline }: CrownOutline, degrees: number): number =>
  extentAlong(outline, (-degrees * Math.PI) / 180);

export function ToothRotationSlider({ fdi, crown, degrees, onTurn }: Props) {
  const { t } = useTranslation('maker');
  return (
    <div className={styles.handle}>
      <label>
        <span className="t-small">{t('turn', { tooth: fdi })}</span>
        <input
          type="range"
          min={-turnMax}
          max={turnMax}
          step={1}
          value={degrees}
          aria-valuetext={t('turnedBy', { degrees, width: widthAt(crown, degrees).toFixed(1) })}
          onChange={event => onTurn(Number(event.target.value))}
        />
      </label>
      <span className="num">{t('turnedBy', { degrees, width: widthAt(crown, degrees).toFixed(1) })}</span>
      <IconButton
        size="small"
        label={t('turnReset', { tooth: fdi })}
        icon={<RotateCcw />}
        disabled={degrees === 0}
        onPress={() => onTurn(0)}
      />
      <p className="t-small t-2">{t('turnHow')}</p>
    </div>
  );
}
