import { describe, expect, it } from 'vitest';
import { actionNames, rulesOf } from '#events/case/rules.ts';
import { isStatus, Status, statusCodes } from '#events/case/status.ts';
import { edgeKey, mapEdges, stationOf, stationStatuses } from './map-edges.ts';
import { layoutMap, stationAt } from './map-layout.ts';

const widths = [326, 358, 640, 700, 992, 1232, 1392, 1560];

describe('the edges of the map', () => {
  it('contain every direct transition of the table', () => {
    const keys = new Set(mapEdges.map(({ from, to }) => edgeKey(from, to)));
    for (const action of actionNames)
      for (const { from, to } of rulesOf(action))
        for (const status of from)
          for (const target of to) {
            if (typeof target !== 'number') continue;
            const edge = { from: stationOf(status), to: stationOf(target) };
            if (edge.from !== edge.to) expect(keys).toContain(edgeKey(edge.from, edge.to));
          }
  });

  it('contain the ways back of a paused case, to each status that it can have been paused at', () => {
    const keys = new Set(mapEdges.map(({ from, to }) => edgeKey(from, to)));
    for (const to of [Status.PlanUnderDesign, Status.ModelProcessing])
      expect(keys).toContain(edgeKey(Status.Suspended, to));
    expect(keys).not.toContain(edgeKey(Status.Suspended, Status.ToAccept));
    for (const to of [Status.ToDistribute, Status.PlanAwaitingExpert])
      expect(keys).toContain(edgeKey(Status.InfoRequested, to));
    expect(keys).toContain(edgeKey(Status.InRefinement, Status.AllSent));
  });

  it('are each there once, and none leads to its own station', () => {
    expect(new Set(mapEdges.map(({ from, to }) => edgeKey(from, to))).size).toBe(mapEdges.length);
    expect(mapEdges.filter(({ from, to }) => from === to)).toEqual([]);
  });
});

describe('the map', () => {
  it.each(widths)('has a station for every status, inside its bounds, at %i px', width => {
    const map = layoutMap(width);
    for (const status of statusCodes) expect(map.stations.has(stationOf(status))).toBe(true);
    expect([...map.stations.keys()].sort()).toEqual([...stationStatuses].sort());
    for (const { x, y, radius } of map.stations.values()) {
      expect(x - radius).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(width);
      expect(y - radius).toBeGreaterThanOrEqual(map.labelHeight);
      expect(y + radius).toBeLessThanOrEqual(map.height);
    }
  });

  it.each(widths)('has no overlapping discs or labels at %i px', width => {
    const { stations, labelHeight, labelWidth } = layoutMap(width);
    const boxes = [...stations.values()].map(({ status, x, y, radius }) => {
      const half = (labelWidth.get(status) ?? 0) / 2;
      return { status, left: x - half, right: x + half, top: y - radius - labelHeight, bottom: y + radius };
    });
    for (const a of boxes)
      for (const b of boxes) {
        if (a.status >= b.status) continue;
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(apart, `${a.status} and ${b.status}`).toBe(true);
      }
  });

  it.each(widths)('draws a curve for every edge, from rim to rim, at %i px', width => {
    const { curves, stations } = layoutMap(width);
    expect(curves.size).toBe(mapEdges.length);
    for (const { from, to, x0, y0, x1, y1 } of curves.values()) {
      const [a, b] = [stations.get(from), stations.get(to)];
      expect(Math.hypot(x0 - (a?.x ?? 0), y0 - (a?.y ?? 0))).toBeCloseTo((a?.radius ?? 0) + 2, 5);
      expect(Math.hypot(x1 - (b?.x ?? 0), y1 - (b?.y ?? 0))).toBeCloseTo((b?.radius ?? 0) + 2, 5);
    }
  });

  it('keeps forth and back apart', () => {
    const { curves } = layoutMap(1392);
    const forth = curves.get(edgeKey(Status.InProduction, Status.PrepareProduction));
    const back = curves.get(edgeKey(Status.PrepareProduction, Status.InProduction));
    expect(Math.abs((forth?.controlY ?? 0) - (back?.controlY ?? 0))).toBeGreaterThan(20);
  });

  it('finds the station under a point', () => {
    const map = layoutMap(1392);
    const doctor = map.stations.get(Status.PlanAwaitingDoctor);
    expect(stationAt(map, doctor?.x ?? 0, (doctor?.y ?? 0) + 10)?.status).toBe(Status.PlanAwaitingDoctor);
    expect(stationAt(map, 2, 2)).toBeNull();
    expect(isStatus(Status.PlanAwaitingDoctor)).toBe(true);
  });
});
