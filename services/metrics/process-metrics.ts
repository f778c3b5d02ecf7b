/** Metrics of the process: memory, event loop, garbage collections. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/**
 * Returns the registry of the process's own metrics, which all its apps share. Trap: `collectDefaultMetrics` starts a
 * timer and an observer that nothing stops, and they keep what else the registry holds.
 */
export function processRegistry(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
