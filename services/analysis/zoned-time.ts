/** Times as the clocks of a zone show them. */

/** Zones change their offset at whole quarters of an hour only. */
const QUARTER_MS = 900_000;

/**
 * Returns a function that turns ISO times into those of a zone's clocks, which begin with the local day:
 * `2026-11-28T18:00:00.000Z` becomes `2026-11-29T02:00:00.000Z` in Shanghai. Times keep their order, but for the hour that
 * a zone has twice in autumn.
 * @param zone IANA name
 */
export function createZonedTimeFormat(zone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...({ timeZone: zone, hourCycle: 'h23' } as const),
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  });
  const offsets = new Map<number, number>();
  const offsetAt = (quarter: number): number => {
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * QUARTER_MS;
    const part = Object.fromEntries(
      format.formatToParts(start).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
    const offset = Date.UTC(year, month - 1, day, hour, minute) - start;
    offsets.set(quarter, offset);
    return offset;
  };
  return iso => {
    const ms = Date.parse(iso);
    return new Date(ms + offsetAt(Math.floor(ms / QUARTER_MS))).toISOString();
  };
}
