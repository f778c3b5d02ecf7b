/** The pieces of an arch from above, as they lie in the files, each with its number: where a wrong one is seen at once. */
import { useTranslation } from 'react-i18next';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ProposedArch } from '#workers/stages/proposal.ts';
import styles from './maker.module.css';

type Props = {
  arch: ProposedArch;
  numbers: readonly (Fdi | null)[];
  wrong: ReadonlySet<Fdi>;
  chosen: number | null;
  onChoose: (at: number) => void;
};

const margin = 8;

export function ArchMap({ arch: { arch, teeth }, numbers, wrong, chosen, onChoose }: Props) {
  const { t } = useTranslation('maker');
  const xs = teeth.map(({ middle }) => middle[0]);
  // Seen as in the chart: the upper arch with its front up, the lower one with its front down.
  const ys = teeth.map(({ middle }) => (arch === 'upper' ? -middle[2] : middle[2]));
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const place = (x: number, y: number) => ({
    left: `${((x - left) / (right - left)) * 100}%`,
    top: `${((y - top) / (bottom - top)) * 100}%`,
  });
  return (
    <ul
      className={styles.map}
      style={{ aspectRatio: `${right - left} / ${bottom - top}` }}
      aria-label={t(`arch.${arch}`)}
    >
      {teeth.map(({ middle }, at) => {
        const fdi = numbers[at] ?? null;
        return (
          <li key={middle.join()} style={place(xs[at] ?? 0, ys[at] ?? 0)}>
            <button
              type="button"
              aria-pressed={chosen === at}
              aria-label={fdi ? t('pieceNamed', { at: at + 1, tooth: fdi }) : t('pieceOut', { at: at + 1 })}
              data-wrong={fdi && wrong.has(fdi) ? '' : undefined}
              data-out={fdi === null ? '' : undefined}
              onClick={() => onChoose(at)}
            >
              {fdi ?? '–'}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
