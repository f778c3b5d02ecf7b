/** A log whose appends are spans, and whose events keep where they stand in their trace. */
import type { EventStore } from '../eventstore/port.ts';
import type { Tracer } from './tracer.ts';

export function traced(store: EventStore, tracer: Tracer): EventStore {
  if (!tracer.on) return store;
  return {
    ...store,
    append: (stream, expected, events) =>
      tracer.run('append', async span => {
        const trace = tracer.current();
        const category = stream.split('-')[0] ?? '';
        span.note({ 'archline.stream': category, 'archline.events': events.length });
        return store.append(stream, expected, trace ? events.map(event => ({ ...event, trace })) : events);
      }),
  };
}
