/** The teeth without the shapes of marks: a mark that changes the tooth itself is a CSS class. */

import type { CSSProperties } from 'react';
import { toothPaths } from '#events/tooth/curves.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ToothMark } from '#events/tooth/marks.ts';
import { cx } from '#web/ui/class-names.ts';
import type { ToothPlace } from './layout.ts';
import s from './tooth.module.css';

/** Style of an svg whose teeth to be extracted are filled with `<Hatch id>` of the same id. */
export const hatchStyle = (id: string): CSSProperties & Record<'--hatch', string> => ({
  '--hatch': `url(#${id})`,
});

/** Hatching of teeth to be extracted; `id` must be unique on the page. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="1.3"
        height="1.3"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
        className={s.pattern}
      >
        <rect width="1.3" height="1.3" />
        <line x1="0" y1="0" x2="0" y2="1.3" strokeWidth=".24" />
      </pattern>
    </defs>
  );
}

type Props = {
  tooth: Fdi;
  place: ToothPlace;
  kinds: readonly ToothMark[];
  selected?: boolean;
};

const rotation = ({ x, y, angle }: ToothPlace['top']) => `translate(${x} ${y}) rotate(${angle})`;

/** One tooth in the occlusal view, and in the buccal view if the layout has one. */
export function ToothDrawing({ tooth, place, kinds, selected = false }: Props) {
  const paths = toothPaths(tooth);
  const state = cx(
    s.tooth,
    kinds.includes('extract') && s.extract,
    kinds.includes('noMove') && s.noMove,
    kinds.includes('missing') && s.missing,
    selected && s.selected,
  );
  return (
    <g className={state}>
      {place.side && (
        <g transform={`translate(${place.side.x} ${place.side.y})`}>
          {paths.roots.map(root => (
            <path key={root} className={s.root} d={root} />
          ))}
          <path className={s.crown} d={paths.crown} />
        </g>
      )}
      <g transform={rotation(place.top)}>
        <path className={s.crown} d={paths.occlusal} />
        <path className={s.fissure} d={paths.fissures} />
      </g>
    </g>
  );
}
