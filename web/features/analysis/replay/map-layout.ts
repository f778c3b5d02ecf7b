/**
 * The fixed map of the lifecycle: a disc for each status, and a curve for each edge of the transition table. The
 * positions depend on the width alone, so a queue is always at the same place. All lengths in CSS px.
 */
import { Status, statuses } from '#events/case/status.ts';
import { edgeKey, type MapEdge, mapEdges, stationStatuses } from './map-edges.ts';

export type Station = { status: Status; x: number; y: number; radius: number };
/** A quadratic curve from rim to rim. */
export type EdgeCurve = MapEdge & {
  x0: number;
  y0: number;
  controlX: number;
  controlY: number;
  x1: number;
  y1: number;
};
export type MapLayout = {
  width: number;
  height: number;
  /** Height above each disc for its name and count. */
  labelHeight: number;
  /** Width of a label, centred on its disc. */
  labelWidth: ReadonlyMap<Status, number>;
  stations: ReadonlyMap<Status, Station>;
  curves: ReadonlyMap<number, EdgeCurve>;
};

/** Column along the way of a case, and lane across it. Lane 1 is the ordinary way. */
type Cell = { column: number; lane: number };

// biome-ignore format: a station is a line
const cells: Partial<Record<Status, Cell>> = {
  [Status.ToSubmit]:             { column: 0, lane: 1 },
  [Status.SupervisorRejected]:   { column: 0, lane: 2 },
  [Status.ToAccept]:             { column: 1, lane: 1 },
  [Status.CaseProcessing]:       { column: 2, lane: 1 },
  [Status.ModelProcessing]:      { column: 2, lane: 0 },
  [Status.InfoRequested]:        { column: 2, lane: 2 },
  [Status.ToDistribute]:         { column: 3, lane: 1 },
  [Status.PlanUnderDesign]:      { column: 4, lane: 1 },
  [Status.Suspended]:            { column: 3, lane: 2 },
  [Status.TargetAwaitingExpert]: { column: 4, lane: 0 },
  [Status.PlanAwaitingExpert]:   { column: 5, lane: 1 },
  [Status.TargetAwaitingDoctor]: { column: 5, lane: 0 },
  [Status.ExpertRejected]:       { column: 4, lane: 2 },
  [Status.PlanAwaitingDoctor]:   { column: 6, lane: 1 },
  [Status.DoctorRejected]:       { column: 5, lane: 2 },
  [Status.PrepareProduction]:    { column: 7, lane: 1 },
  [Status.InProduction]:         { column: 8, lane: 1 },
  [Status.Shipping]:             { column: 9, lane: 1 },
  [Status.AwaitingNextBatch]:    { column: 10, lane: 1 },
  [Status.AllSent]:              { column: 10, lane: 0 },
  [Status.InRefinement]:         { column: 10, lane: 2 },
  [Status.Completed]:            { column: 11, lane: 1 },
};

/** Relative length of each column: most cases are in treatment and at the end. */
const weights = [0.85, 0.9, 1, 1, 1.15, 1.05, 1.2, 1, 1, 1.05, 1.3, 1.3];
/** Column of each progress step (status.ts), for a status without a cell. */
const columnOfStep = [0, 1, 3, 5, 6, 7, 8, 9, 10, 11];

/** Places a status that `cells` does not name in the first free lane of its step's column. */
function placedCells(): ReadonlyMap<Status, Cell> {
  const placed = new Map<Status, Cell>();
  const taken = new Set<string>();
  const put = (status: Status, cell: Cell) => {
    placed.set(status, cell);
    taken.add(`${cell.column}/${cell.lane}`);
  };
  for (const status of stationStatuses) {
    const cell = cells[status];
    if (cell) put(status, cell);
  }
  for (const status of stationStatuses) {
    if (placed.has(status)) continue;
    const column = columnOfStep[statuses[status].step] ?? 0;
    let lane = 0;
    while (taken.has(`${column}/${lane}`)) lane++;
    put(status, { column, lane });
  }
  return placed;
}

const grid = placedCells();
const lanes = Math.max(...[...grid.values()].map(({ lane }) => lane)) + 1;
const labelHeight = 50;
/** Gap between neighbouring discs. */
const gap = 24;
/** Distance of a curve's ends from the discs. */
const rimGap = 2;
/** Narrower maps run from top to bottom. */
const narrowMap = 640;
const radiusLimits = { wide: 60, narrow: 34 } as const;

/** Start and length of each column along an axis of the given length. */
function columnsAlong(length: number): { start: number; size: number }[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let start = 0;
  return weights.map(weight => {
    const column = { start, size: (weight / total) * length };
    start += column.size;
    return column;
  });
}

function wideStations(width: number): { height: number; stations: Station[] } {
  const columns = columnsAlong(width);
  const radiusOf = (size: number) => Math.min(radiusLimits.wide, (size - gap) / 2);
  const pitch = 2 * Math.max(...columns.map(({ size }) => radiusOf(size))) + labelHeight + gap;
  const stations = [...grid].map(([status, { column, lane }]) => {
    const { start = 0, size = 0 } = columns[column] ?? {};
    const y = lane * pitch + labelHeight + (pitch - labelHeight) / 2;
    return { status, x: start + size / 2, y, radius: radiusOf(size) };
  });
  return { height: lanes * pitch, stations };
}

function narrowStations(width: number): { height: number; stations: Station[] } {
  const size = width / lanes;
  const radius = Math.min(radiusLimits.narrow, (size - gap) / 2);
  const pitch = 2 * radius + labelHeight + gap;
  const stations = [...grid].map(([status, { column, lane }]) => ({
    status,
    x: (lane + 0.5) * size,
    y: column * pitch + labelHeight + radius,
    radius,
  }));
  return { height: weights.length * pitch, stations };
}

/**
 * Sideways bend of a curve as a share of its length. It separates the two directions, and leads long curves past the
 * discs between.
 */
const bend = 0.2;

/** Curve from the rim of one disc to the rim of another, bent to the left of its direction. */
function curveBetween(edge: MapEdge, a: Station, b: Station): EdgeCurve {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const controlX = (a.x + b.x) / 2 + dy * bend;
  const controlY = (a.y + b.y) / 2 - dx * bend;
  const rim = (station: Station) => {
    const [tx, ty] = [controlX - station.x, controlY - station.y];
    const length = Math.hypot(tx, ty) || 1;
    const share = (station.radius + rimGap) / length;
    return { x: station.x + tx * share, y: station.y + ty * share };
  };
  const [start, end] = [rim(a), rim(b)];
  return { ...edge, x0: start.x, y0: start.y, controlX, controlY, x1: end.x, y1: end.y };
}

/** @param width of the map; under `narrowMap` it runs from top to bottom */
export function layoutMap(width: number): MapLayout {
  const { height, stations } = width < narrowMap ? narrowStations(width) : wideStations(width);
  const byStatus = new Map(stations.map(station => [station.status, station]));
  const curves = mapEdges.flatMap(edge => {
    const [from, to] = [byStatus.get(edge.from), byStatus.get(edge.to)];
    return from && to ? [[edgeKey(edge.from, edge.to), curveBetween(edge, from, to)] as const] : [];
  });
  return {
    width,
    height,
    labelHeight,
    labelWidth: new Map(stations.map(({ status, radius }) => [status, 2 * radius + gap - 2])),
    stations: byStatus,
    curves: new Map(curves),
  };
}

/** The station at a point, including its label; null between stations. */
export function stationAt({ stations }: MapLayout, x: number, y: number): Station | null {
  for (const station of stations.values())
    if (Math.hypot(x - station.x, y - station.y) <= station.radius) return station;
  return null;
}
