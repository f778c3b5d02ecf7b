/** The relay as a part of a process. A process that does nothing else needs the log and the vault, and no rows. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createMeasures, type Measures } from '../measures/measures.ts';
import type { Env } from '../settings/env.ts';
import { type Assembled, closePorts, type Ports } from '../start/assemble.ts';
import { accessOf } from './access.ts';
import { relayLag } from './lag.ts';
import { type Relay, startRelay } from './relay.ts';

type RelayPorts = Pick<Ports, 'inner' | 'vault' | 'clock' | 'ids' | 'timers' | 'log'>;

export function openRelay(env: Env, ports: RelayPorts, measures: Measures): Relay {
  const access = accessOf(env.kafkaAccess);
  const relay = startRelay({ ...ports, access, brokers: env.kafkaBrokers, registry: measures.registry });
  measures.follows('relay', () => relayLag(relay, ports));
  return relay;
}

/** What a process says at /readyz where it is not ready. */
export const wrongOf = (relay: Pick<Relay, 'state'> | undefined) =>
  relay?.state() === 'interrupted' ? 'the relay is interrupted' : undefined;

/** The relay over the ports alone. `close` closes them too. */
export function relayAlone(env: Env, ports: Ports) {
  const measures = createMeasures();
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const relay = openRelay(env, ports, measures);
  const close: Assembled['close'] = async () => {
    await relay.stop();
    await closePorts(ports);
  };
  const metrics = {
    text: () => Registry.merge([own, measures.registry]).metrics(),
    contentType: own.contentType,
  };
  return { relay, metrics, close };
}
