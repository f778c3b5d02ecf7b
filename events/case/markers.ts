/** The markers section as the tooth chart's marks, and back. */

import { isFdi } from '../tooth/fdi.ts';
import type { Marks } from '../tooth/marks.ts';
import type { Sections } from './sections.ts';

type Markers = Sections['markers'];

const teeth = (list: readonly number[] | undefined) => (list ?? []).filter(isFdi);

/** Returns the chart's marks; an absent list is empty. */
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

/** Returns the section with new marks, which clears the confirmation. */
export const toMarkersSection = (marks: Marks): Markers => ({ ...marks, confirmed: undefined });
