/**
 * The shapes of the marks. Each differs by shape, place and word, so that marks are distinct in greyscale.
 * Lengths in mm.
 */

import type { Option } from '#events/case/options.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import type { ToothMark } from '#events/tooth/marks.ts';
import { cx } from '#web/ui/class-names.ts';
import type { ChartPoint, ContactPlace, ToothPlace } from './layout.ts';
import {
  buccalPlacement,
  LOCK_SHAPE,
  NO_ATTACHMENT_SHAPE,
  type RoundedRect,
  reservedSpacePath,
} from './mark-shapes.ts';
import s from './tooth.module.css';

/** Seven attachment shapes in buccal view, upright on an upper tooth. */
export const ATTACHMENT_PATHS = {
  rectVertical: 'M-.85-1.6H.85V1.6H-.85Z',
  rectHorizontal: 'M-1.7-.85H1.7V.85H-1.7Z',
  ellipse: 'M0-1.7C1.33-1.7 1.33 1.7 0 1.7C-1.33 1.7-1.33-1.7 0-1.7Z',
  bevelVertical: 'M-.9-1.6H.9L.4 1.6H-.9Z',
  bevelHorizontal: 'M-1.7-.8H1.7V.3L-1.7.9Z',
  rotation: 'M-.9-1.5L.9-.7V.7L-.9 1.5Z',
  root: 'M-1.5-.9h1.2v1.8h-1.2ZM.3-.9h1.2v1.8h-1.2Z',
} as const;
export type AttachmentShape = keyof typeof ATTACHMENT_PATHS;
/** Shape of each attachment type. */
export const attachmentShapeByType: Readonly<Record<Option<'attachmentType'>, AttachmentShape>> = {
  'vertical-rectangle': 'rectVertical',
  'horizontal-rectangle': 'rectHorizontal',
  'beveled-extrusion': 'bevelHorizontal',
  rotation: 'rotation',
  ellipsoid: 'ellipse',
  'root-control': 'root',
  'beveled-retention': 'bevelVertical',
};

const at = ({ x, y }: ChartPoint) => `translate(${x} ${y})`;
/** Transform of a mark on the buccal side of the crown. */
function cheek(tooth: Fdi, place: ToothPlace): { transform: string; rim: boolean } {
  const { x, y, angle, out, rim } = buccalPlacement(tooth, place);
  return { transform: rim ? `${at({ x, y })} rotate(${angle}) translate(0 ${out})` : at({ x, y }), rim };
}

const Rect = ({ body: { x, y, width, height, rx } }: { body: RoundedRect }) => (
  <rect x={x} y={y} width={width} height={height} rx={rx} />
);

/** An attachment; `ghost` draws one of an earlier version. */
export function AttachmentMark(props: {
  tooth: Fdi;
  place: ToothPlace;
  shape: AttachmentShape;
  ghost?: boolean;
}) {
  const { tooth, place, shape, ghost = false } = props;
  const { transform, rim } = cheek(tooth, place);
  const turn = archOf(tooth) === 'lower' ? -1 : 1;
  const scale = rim ? 0.7 : 1;
  return (
    <path
      className={ghost ? s.ghost : s.attachment}
      transform={`${transform} scale(${scale} ${scale * turn})`}
      d={ATTACHMENT_PATHS[shape]}
    />
  );
}

function Lock({ spot, ghost }: { spot: ChartPoint; ghost: boolean }) {
  return (
    <g className={cx(s.lock, ghost && s.ghostShape)} transform={`${at(spot)} scale(${LOCK_SHAPE.scale})`}>
      <Rect body={LOCK_SHAPE.body} />
      <path d={LOCK_SHAPE.bow} />
    </g>
  );
}

function NoAttachment({ tooth, place, ghost }: { tooth: Fdi; place: ToothPlace; ghost: boolean }) {
  const { transform, rim } = cheek(tooth, place);
  return (
    <g
      className={cx(s.noAttachment, ghost && s.ghostShape)}
      transform={rim ? `${transform} scale(${NO_ATTACHMENT_SHAPE.rimScale})` : transform}
    >
      <Rect body={NO_ATTACHMENT_SHAPE.body} />
      <path d={NO_ATTACHMENT_SHAPE.slash} />
    </g>
  );
}

/** Two brackets with the reserved width between them, across the occlusal view. */
function Space({ tooth, place, ghost }: { tooth: Fdi; place: ToothPlace; ghost: boolean }) {
  const { x, y, angle } = place.top;
  return (
    <path
      className={ghost ? s.ghost : s.space}
      transform={`${at({ x, y })} rotate(${angle})`}
      d={reservedSpacePath(tooth)}
    />
  );
}

/** An extraction or absence of an earlier version: a dashed cross over the tooth. */
function Cross({ tooth, place }: { tooth: Fdi; place: ToothPlace }) {
  const x = toothSizeOf(tooth).width / 2 - 0.3;
  const { top } = place;
  return (
    <path
      className={s.ghost}
      transform={`translate(${top.x} ${top.y}) rotate(${top.angle})`}
      d={`M${-x} 4L${x} -4M${-x} -4L${x} 4`}
    />
  );
}

type Props = { tooth: Fdi; place: ToothPlace; kinds: readonly ToothMark[]; ghost?: boolean };

/** The shapes of a tooth's marks; with `ghost`, those of an earlier version. */
export function ToothMarks({ tooth, place, kinds, ghost = false }: Props) {
  return (
    <>
      {ghost && (kinds.includes('extract') || kinds.includes('missing')) && (
        <Cross tooth={tooth} place={place} />
      )}
      {kinds.includes('noMove') && <Lock spot={place.top} ghost={ghost} />}
      {kinds.includes('noAttachment') && <NoAttachment tooth={tooth} place={place} ghost={ghost} />}
      {kinds.includes('reserveSpace') && <Space tooth={tooth} place={place} ghost={ghost} />}
    </>
  );
}

/** The coral tick between two teeth with its IPR amount; an unspecified amount shows no number. */
export function IprTick({
  place,
  text,
  ghost = false,
}: {
  place: ContactPlace;
  text: string;
  ghost?: boolean;
}) {
  const { from, to, label } = place;
  return (
    <g className={cx(s.ipr, ghost && s.iprGhost)}>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <text x={label.x} y={label.y + 0.75} fontSize="2.1">
        {text}
      </text>
    </g>
  );
}
