/**
 * Layout of the stages as two arch lines, the upper opening downwards, the lower upwards. All lengths in px
 * for the actual width; nothing is scaled.
 */
import { lastStage, type PlanBundle, stageCountOf } from '#events/plan/bundle.ts';
import { type Arch, archOf, parseContact, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { archSvgPath, type ArchSize as Line, pointOnArch } from '#web/ui/arch.ts';

export const scrubberHeight = 124;
const side = 34;
const rise = 22;
/** px from the top of the box to the apex of each line. */
const apex: Record<Arch, number> = { upper: 24, lower: scrubberHeight - 24 };

export type ScrubberPoint = { x: number; y: number };
type Mark = { key: string; kind: 'ipr' | 'attachment'; stage: number; at: ScrubberPoint };
type Tick = { stage: number; at: ScrubberPoint; label: ScrubberPoint | null };
export type ArchTrack = {
  arch: Arch;
  /**
   * `path`: from the start to this arch's last aligner. `rest`: dotted to the end of the longer arch, if this
   * one is shorter.
   */
  path: string;
  rest: string | null;
  ticks: Tick[];
  marks: Mark[];
};
export type ScrubberLayout = { width: number; tracks: ArchTrack[]; last: number };

const lineOf = (width: number): Line => ({ width: Math.max(1, width - 2 * side), height: rise });

/** Returns the point of a stage on an arch's line. */
export function pointOfStage(width: number, row: Arch, stage: number, last: number): ScrubberPoint {
  const { x, y } = pointOnArch(lineOf(width), last === 0 ? 0 : stage / last);
  return { x: side + x, y: row === 'upper' ? apex.upper + y : apex.lower - y };
}

/** Returns the stage at a horizontal position, which may be fractional. */
export const stageAtPosition = (width: number, x: number, last: number): number =>
  Math.max(0, Math.min(last, ((x - side) / Math.max(1, width - 2 * side)) * last));

/** Interval of numbered stages, so that numbers do not overlap. */
function labelStep(width: number, last: number): number {
  const room = (width - 2 * side) / 34;
  return [1, 2, 4, 5, 10, 20, 50].find(step => last / step <= room) ?? 100;
}

/** SVG path of a part of the line, between two shares of it. */
function pathOf(width: number, row: Arch, from: number, to: number): string {
  if (from === 0) {
    const path = archSvgPath(lineOf(width), to);
    const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
    const y = (value: number) => (row === 'upper' ? apex.upper + value : apex.lower - value);
    return `M${side + x0} ${y(y0)}Q${side + x1} ${y(y1)} ${side + x2} ${y(y2)}`;
  }
  const steps = 12;
  const points = Array.from({ length: steps + 1 }, (_, i) =>
    pointOfStage(width, row, from + ((to - from) * i) / steps, 1),
  );
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

function marksOf(bundle: PlanBundle, row: Arch, width: number, last: number): Mark[] {
  const inward = row === 'upper' ? 1 : -1;
  const put = (kind: Mark['kind'], stages: Iterable<number>, off: number): Mark[] =>
    [...new Set(stages)].map(stage => {
      const { x, y } = pointOfStage(width, row, stage, last);
      return { key: `${kind}${stage}`, kind, stage, at: { x, y: y + inward * off } };
    });
  const ipr = bundle.ipr.filter(({ contact }) => {
    const pair = parseContact(contact);
    return pair !== undefined && archOf(pair[0]) === row;
  });
  const bonded = bundle.attachments.filter(({ tooth }) => archOf(tooth) === row);
  return [
    ...put(
      'ipr',
      ipr.map(({ before }) => before),
      9,
    ),
    ...put(
      'attachment',
      bonded.map(({ from }) => from),
      20,
    ),
  ];
}

export function scrubberLayout(bundle: PlanBundle, width: number): ScrubberLayout {
  const last = lastStage(bundle);
  const step = labelStep(width, last);
  const tracks = (Object.keys(TEETH_BY_ARCH) as Arch[]).flatMap((row): ArchTrack[] => {
    const own = stageCountOf(bundle, row);
    if (!bundle.teeth.some(({ fdi }) => archOf(fdi) === row)) return [];
    const outward = row === 'upper' ? -1 : 1;
    const ticks = Array.from({ length: own + 1 }, (_, stage): Tick => {
      const at = pointOfStage(width, row, stage, last);
      const named = stage % step === 0 || stage === own;
      // The last stage is always numbered; a number close to it is left out.
      const crowded = stage !== own && own - stage < step * 0.6;
      return { stage, at, label: named && !crowded ? { x: at.x, y: at.y + outward * 11 } : null };
    });
    const share = last === 0 ? 1 : own / last;
    return [
      {
        arch: row,
        path: pathOf(width, row, 0, share),
        rest: share < 1 ? pathOf(width, row, share, 1) : null,
        ticks,
        marks: marksOf(bundle, row, width, last),
      },
    ];
  });
  return { width, tracks, last };
}
