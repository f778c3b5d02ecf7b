/** The marks' shapes. Each is shape + place + word, so it survives greyscale. All lengths in mm. */
import { arch, type Fdi } from '#events/tooth/fdi.ts';
import type { ToothMark } from '#events/tooth/marks.ts';
import { sizeOf } from './curves.ts';
import type { ContactPlace, Spot, ToothPlace } from './layout.ts';
import { cx } from './ToothDrawing.tsx';
import s from './tooth.module.css';

/** Seven attachment shapes, seen from the cheek, upright on an upper tooth. */
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

const at = ({ x, y }: Spot) => `translate(${x} ${y})`;
const towardsRoot = (tooth: Fdi) => (arch(tooth) === 'upper' ? -1 : 1);

/** Where a mark of the crown's cheek side stands: half way up the crown, or on the rim in the arch view. */
function cheek(tooth: Fdi, place: ToothPlace): { transform: string; rim: boolean } {
  const { crown, depth } = sizeOf(tooth);
  const away = towardsRoot(tooth);
  if (place.side) {
    return { transform: at({ x: place.side.x, y: place.side.y + away * crown * 0.52 }), rim: false };
  }
  const { x, y, angle } = place.top;
  return {
    transform: `translate(${x} ${y}) rotate(${angle}) translate(0 ${away * (depth / 2 - 0.1)})`,
    rim: true,
  };
}

/** An attachment; `ghost` for one of an earlier version. */
export function AttachmentMark(props: {
  tooth: Fdi;
  place: ToothPlace;
  shape: AttachmentShape;
  ghost?: boolean;
}) {
  const { tooth, place, shape, ghost = false } = props;
  const { transform, rim } = cheek(tooth, place);
  const turn = arch(tooth) === 'lower' ? -1 : 1;
  const scale = rim ? 0.7 : 1;
  return (
    <path
      className={ghost ? s.ghost : s.attachment}
      transform={`${transform} scale(${scale} ${scale * turn})`}
      d={ATTACHMENT_PATHS[shape]}
    />
  );
}

function Lock({ spot, ghost }: { spot: Spot; ghost: boolean }) {
  return (
    <g className={cx(s.lock, ghost && s.ghostShape)} transform={`${at(spot)} scale(.74)`}>
      <rect x="-1.7" y="-.6" width="3.4" height="2.7" rx=".45" />
      <path d="M-1.05-.6v-.75a1.05 1.05 0 0 1 2.1 0v.75" />
    </g>
  );
}

function NoAttachment({ tooth, place, ghost }: { tooth: Fdi; place: ToothPlace; ghost: boolean }) {
  const { transform, rim } = cheek(tooth, place);
  return (
    <g
      className={cx(s.noAttachment, ghost && s.ghostShape)}
      transform={rim ? `${transform} scale(.8)` : transform}
    >
      <rect x="-1" y="-1.7" width="2" height="3.4" rx=".3" />
      <path d="M-2.1 2.1L2.1-2.1" />
    </g>
  );
}

/** Two brackets and the width between them, across the occlusal view. */
function Space({ tooth, place, ghost }: { tooth: Fdi; place: ToothPlace; ghost: boolean }) {
  const { width, depth } = sizeOf(tooth);
  const half = width / 2 + 0.1;
  const inner = half - 0.8;
  const y = -towardsRoot(tooth) * (depth / 2 + 1);
  const { x, y: top, angle } = place.top;
  return (
    <path
      className={ghost ? s.ghost : s.space}
      transform={`translate(${x} ${top}) rotate(${angle})`}
      d={`M${-half} -5.6v11.2M${half} -5.6v11.2M${-inner} ${y}H${inner}M${inner - 0.9} ${y - 0.8}l.9 .8l-.9 .8M${-inner + 0.9} ${y - 0.8}l-.9 .8l.9 .8`}
    />
  );
}

/** An earlier extraction or absence: a dashed cross over the tooth as it stands now. */
function Cross({ tooth, place }: { tooth: Fdi; place: ToothPlace }) {
  const x = sizeOf(tooth).width / 2 - 0.3;
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

/** The shapes a tooth's marks add to its drawing; as ghosts, those of an earlier version. */
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

/** The coral tick between two teeth with its amount; an open amount shows no number. */
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
