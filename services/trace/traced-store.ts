/** Wraps an event store: each append is a span, and its events keep their trace context. */
import type { RawEventStore } from '../eventstore/port.ts';
import type { Tracer } from './tracer.ts';

export function createTracedStore(store: RawEventStore, tracer: Tracer): RawEventStore {
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
