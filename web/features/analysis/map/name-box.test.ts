import { expect, test } from 'vitest';
import { type EdgeCurve, layoutMap } from '../replay/map-layout.ts';
import { nameBoxOf } from './name-box.ts';

const pointsOf = ({ x0, y0, controlX, controlY, x1, y1 }: EdgeCurve) =>
  Array.from({ length: 101 }, (_, i) => {
    const at = i / 100;
    const along = (a: number, b: number, c: number) =>
      (1 - at) ** 2 * a + 2 * at * (1 - at) * b + at ** 2 * c;
    return { x: along(x0, controlX, x1), y: along(y0, controlY, y1) };
  });

type Box = Omit<ReturnType<typeof nameBoxOf>, 'isBelow'>;
const isIn =
  ({ x, y, width, height }: Box) =>
  (point: { x: number; y: number }) =>
    point.x > x && point.x < x + width && point.y > y && point.y < y + height;

test.each([358, 640, 992, 1560])(
  'fewer lines pass the names of the lowest row below than above at %i px',
  width => {
    const layout = layoutMap(width);
    const lines = [...layout.curves.values()].map(pointsOf);
    const passing = (box: Box) => lines.filter(points => points.some(isIn(box))).length;
    let [below, above] = [0, 0];
    for (const station of layout.stations.values()) {
      const { isBelow, ...box } = nameBoxOf(layout, station);
      if (!isBelow) continue;
      below += passing(box);
      above += passing({ ...box, y: station.y - station.radius - box.height });
      expect(box.y + box.height).toBeLessThanOrEqual(layout.height + layout.labelHeight);
    }
    expect(above).toBeGreaterThan(0);
    expect(below).toBeLessThan(above / 4);
  },
);
