/** Measures the main thread of a page with the browser's trace: script and layout time of each task. */
import type { CDPSession, Page } from 'playwright';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time that the thread used in this trace event, µs. */
  tdur?: number;
  args?: unknown;
};
export type TaskTimes = {
  /**
   * Script, style and layout time of the busiest task in ms, without waits for the software graphics card and
   * for a processor core: workers, browser and server share two cores here.
   */
  longest: number;
  /** Duration of the longest task, including waits for a processor core. */
  waited: number;
  /** Longest calls of the busiest task. */
  busy: string;
  /** Total ms of all tasks, and their number. */
  total: number;
  count: number;
};

/** Trace events that count as work of the page; without painting and graphics commands. */
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
    // Cast: trace events of the browser.
    events.push(...(value as unknown as TraceEvent[]));
  });
  const done = new Promise<void>(resolve => devTools.once('Tracing.tracingComplete', () => resolve()));
  await devTools.send('Tracing.end');
  await done;
  return events;
}

/** Time covered by at least one span, in µs. */
function covered(spans: readonly (readonly [from: number, to: number])[]): number {
  let [sum, end] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (to <= end) continue;
    sum += to - Math.max(from, end);
    end = to;
  }
  return sum;
}

/** The three longest spans in a task, with their function or file. */
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

function tasksOf(events: readonly TraceEvent[], pid: number): TaskTimes {
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

/** Traces a page while `act` runs. */
export async function traceTasks(page: Page, act: () => Promise<void>): Promise<TaskTimes> {
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
