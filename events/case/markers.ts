/** The markers section as the tooth chart's marks, and back. */

import { isFdi } from '../tooth/fdi.ts';
import type { Marks } from '../tooth/marks.ts';
import type { Sections } from './sections.ts';

type Markers = Sections['markers'];

const teeth = (list: readonly number[] | undefined) => (list ?? []).filter(isFdi);

/** The chart's marks; what is not said is an empty list. */
export function marksOf(markers: Markers): Marks {
  return {
    extract: teeth(markers.extract),
    noMove: teeth(markers.noMove),
    noAttachment: teeth(markers.noAttachment),
    reserveSpace: teeth(markers.reserveSpace),
    missing: teeth(markers.missing),
    ipr: (markers.ipr ?? []).map(({ contact, mm }) => (mm === undefined ? { contact } : { contact, mm })),
  };
}

/** The section with these marks. They are other marks than those that were confirmed. */
export const withMarks = (marks: Marks): Markers => ({ ...marks, confirmed: undefined });
