/**
 * Outlines of an arch's pieces in occlusal view with tooth numbers, and the mesiodistal axis of the selected
 * piece.
 */
import { useTranslation } from 'react-i18next';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { CrownOutline, ProposedArch } from '#workers/stages/proposal.ts';
import styles from './maker.module.css';

type Props = {
  arch: ProposedArch;
  numbers: readonly (Fdi | null)[];
  extract: readonly Fdi[];
  wrong: ReadonlySet<Fdi>;
  chosen: number | null;
  /** Manual rotation of frames, degrees. */
  turned: Partial<Record<Fdi, number>>;
  onChoose: (at: number) => void;
};

const margin = 8;

/** Projects a point of a crown (mm mesial and buccal) onto the occlusal view; y points down the screen. */
const standing = ({ pivot, mesial, buccal }: CrownOutline, front: 1 | -1, m: number, b: number) =>
  [pivot[0] + m * mesial[0] + b * buccal[0], front * (pivot[2] + m * mesial[2] + b * buccal[2])] as const;

/** Half the length of the drawn axis, mm. */
const reach = 7;

type DrawnProps = { crown: CrownOutline; front: 1 | -1; degrees: number | null };

function Drawn({ crown, front, degrees }: DrawnProps) {
  const points = crown.outline.map(([m, b]) => standing(crown, front, m, b).join()).join(' ');
  const turn = ((degrees ?? 0) * Math.PI) / 180;
  const end = (mm: number) => standing(crown, front, mm * Math.cos(turn), -mm * Math.sin(turn));
  const [from, to] = [end(-reach), end(reach)];
  return (
    <>
      <polygon points={points} data-chosen={degrees === null ? undefined : ''} />
      {degrees !== null && (
        <>
          <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
          <circle cx={to[0]} cy={to[1]} r={0.9} />
        </>
      )}
    </>
  );
}

export function ArchMap({ arch: { arch, teeth }, numbers, extract, wrong, chosen, turned, onChoose }: Props) {
  const { t } = useTranslation('maker');
  const xs = teeth.map(({ middle }) => middle[0]);
  // Oriented like the chart: the upper arch with its front up, the lower with its front down.
  const front = arch === 'upper' ? -1 : 1;
  const ys = teeth.map(({ middle }) => front * middle[2]);
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
      <li className={styles.outlines} aria-hidden="true">
        <svg aria-hidden="true" viewBox={`${left} ${top} ${right - left} ${bottom - top}`}>
          {teeth.map(({ crown, middle }, at) => {
            const fdi = numbers[at];
            const degrees = chosen === at ? ((fdi && turned[fdi]) ?? 0) : null;
            return crown && <Drawn key={middle.join()} crown={crown} front={front} degrees={degrees} />;
          })}
        </svg>
      </li>
      {teeth.map(({ middle, crown }, at) => {
        const fdi = numbers[at] ?? null;
        const isExtracted = fdi !== null && extract.includes(fdi);
        const what = fdi ? t('pieceNamed', { at: at + 1, tooth: fdi }) : t('pieceOut', { at: at + 1 });
        const name = isExtracted ? t('toExtract', { what }) : what;
        return (
          <li key={middle.join()} style={place(xs[at] ?? 0, ys[at] ?? 0)}>
            <button
              type="button"
              aria-pressed={chosen === at}
              aria-label={name}
              title={isExtracted ? name : undefined}
              data-extract={isExtracted ? '' : undefined}
              data-wrong={fdi && wrong.has(fdi) ? '' : undefined}
              data-drawn={crown ? '' : undefined}
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
