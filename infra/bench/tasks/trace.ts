/** What the page's own thread does while something happens: script and layout, of each task, from the browser's trace. */
import type { CDPSession, Page } from 'playwright';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** µs that the thread itself had of a core. */
  tdur?: number;
  args?: unknown;
};
export type Tasks = {
  /**
   * ms of script, style and layout in the busiest task, without what waits for the software graphics card, and without
   * what the thread waited for a core: workers, the browser and the server share two of them here.
   */
  longest: number;
  /** The same, with the waiting for a core. */
  waited: number;
  /** What the busiest task was mostly busy with. */
  busy: string;
  /** ms of all tasks together, and how many there were. */
  total: number;
  count: number;
};

/** Work of the page itself; painting and the graphics card's commands are not in it. */
const work = new Set([
  'FunctionCall',
  'EvaluateScript',
  'v8.compile',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
  'EventDispatch',
  'UpdateLayoutTree',
  'Layout',
  'MajorGC',
  'MinorGC',
  'ParseHTML',
]);

const categories = ['devtools.timeline', 'v8', 'disabled-by-default-devtools.timeline', '__metadata'];

async function collect(devTools: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => {
    // The boundary: the browser's trace events.
    events.push(...(value as unknown as TraceEvent[]));
  });
  const done = new Promise<void>(resolve => devTools.once('Tracing.tracingComplete', () => resolve()));
  await devTools.send('Tracing.end');
  await done;
  return events;
}

/** Time that is covered by any of these spans, in µs: what lies within another is counted once. */
function covered(spans: readonly (readonly [from: number, to: number])[]): number {
  let [sum, end] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (to <= end) continue;
    sum += to - Math.max(from, end);
    end = to;
  }
  return sum;
}

/** The longest span of each kind in a task: what is called, or which file is run. */
function busyWith(inside: readonly TraceEvent[]): string {
  const told = inside
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, 3)
    .map(({ name, dur = 0, args }) => {
      const said = JSON.stringify(args) ?? '';
      const where = /"(?:functionName|type)":"([^"]+)"/.exec(said)?.[1] ?? '';
      const file = /\/([^/"?]+\.js)/.exec(said)?.[1] ?? '';
      return `${name} ${[where, file].filter(Boolean).join(' ')} ${(dur / 1000).toFixed(0)}`;
    });
  return told.join(', ');
}

function tasksOf(events: readonly TraceEvent[], pid: number): Tasks {
  const thread = events.find(
    e => e.name === 'thread_name' && e.pid === pid && JSON.stringify(e.args).includes('CrRendererMain'),
  )?.tid;
  const own = events.filter(e => e.pid === pid && e.tid === thread && e.ph === 'X' && e.dur);
  const works = own.filter(e => work.has(e.name));
  const tasks = own
    .filter(e => e.name === 'RunTask')
    .map(task => {
      const end = task.ts + (task.dur ?? 0);
      const inside = works.filter(e => e.ts >= task.ts && e.ts + (e.dur ?? 0) <= end);
      const wall = covered(inside.map(e => [e.ts, e.ts + (e.dur ?? 0)] as const)) / 1000;
      return { wall, own: Math.min(wall, (task.tdur ?? Number.POSITIVE_INFINITY) / 1000), inside };
    })
    .filter(({ wall }) => wall > 0);
  const [busiest] = tasks.toSorted((a, b) => b.own - a.own);
  return {
    busy: busyWith(busiest?.inside ?? []),
    longest: Math.max(0, ...tasks.map(task => task.own)),
    waited: Math.max(0, ...tasks.map(task => task.wall)),
    total: tasks.reduce((sum, { own }) => sum + own, 0),
    count: tasks.length,
  };
}

/** Traces what happens in a page while `act` goes on. */
export async function trace(page: Page, act: () => Promise<void>): Promise<Tasks> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Tracing.start', { categories: categories.join(), transferMode: 'ReportEvents' });
  await act();
  const events = await collect(devTools);
  await devTools.detach();
  const busiest = new Map<number, number>();
  for (const { name, pid } of events) if (work.has(name)) busiest.set(pid, (busiest.get(pid) ?? 0) + 1);
  const pid = [...busiest].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return tasksOf(events, pid);
}
