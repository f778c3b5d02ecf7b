/**
 * Positions of attachments on the chart: shells at their place on the crown, others in the middle of a face.
 */
import { toothSizeOf } from '#events/tooth/curves.ts';
import { archOf, isOnRightSide } from '#events/tooth/fdi.ts';
import { CHART_LAYOUTS } from '#web/features/tooth/layout.ts';
import { buccalPlacement } from '#web/features/tooth/mark-shapes.ts';
import type { AttachmentShellId, RequestedAttachment } from '#workers/stages/attachment-seat.ts';
import type { ProposedShell } from '#workers/stages/proposal.ts';
import type { Procedures } from './procedures.ts';

/** Position of the attachment at index `at`: offset in mm from the middle of the buccal face. */
export type AttachmentChartPosition = { at: number; wish: RequestedAttachment; x: number; y: number };

/** mm between two attachments on one face whose positions are unknown. */
const spacing = 2.4;
const clampTo = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** Offset from the buccal drawing to the lingual rim of the occlusal drawing. */
function towardsLingual({ tooth }: RequestedAttachment): { x: number; y: number } {
  const place = CHART_LAYOUTS.rows.teeth.get(tooth);
  if (!place) return { x: 0, y: 0 };
  const from = buccalPlacement(tooth, place);
  const inwards = archOf(tooth) === 'upper' ? 1 : -1;
  return { x: place.top.x - from.x, y: place.top.y + inwards * (toothSizeOf(tooth).depth / 2) - from.y };
}

export function attachmentChartPositions(
  { attachments }: Procedures,
  shellOf: (shell: AttachmentShellId) => ProposedShell | undefined,
): AttachmentChartPosition[] {
  const known = attachments.map(({ shell, surface }) => {
    const found = shell && shellOf(shell);
    return found?.surface === surface ? found.at : undefined;
  });
  return attachments.map((wish, at) => {
    const { width, crown } = toothSizeOf(wish.tooth);
    const alike = attachments.flatMap((one, i) =>
      one.tooth === wish.tooth && one.surface === wish.surface && !known[i] ? [i] : [],
    );
    const aside = spacing * (alike.indexOf(at) - (alike.length - 1) / 2);
    const place = known[at];
    const mesial = isOnRightSide(wish.tooth) ? 1 : -1;
    const x = clampTo(place ? mesial * place[0] : aside, width / 2);
    if (wish.surface === 'lingual') {
      const rim = towardsLingual(wish);
      return { at, wish, x: rim.x + x, y: rim.y };
    }
    const occlusal = archOf(wish.tooth) === 'upper' ? 1 : -1;
    return { at, wish, x, y: place ? clampTo(occlusal * place[2], crown / 2) : 0 };
  });
}
