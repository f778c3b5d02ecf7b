/** The relay's state. Each change is logged once; metrics and readiness read it. */
import { type LogPosition, START } from '#events/log-position.ts';
import type { LogFacts } from '../logging/log.ts';
import type { RelayDeps } from './relay.ts';

const said = {
  waits: 'another relay is active: this one is on standby',
  relays: 'the relay is active',
  interrupted: 'the relay is interrupted and will retry',
  stopped: 'the relay has stopped',
} as const;
export type RelayStatus = keyof typeof said;
// Cast: Object.keys loses the type of the keys.
export const relayStates = Object.keys(said) as RelayStatus[];

export type RelayStateTracker = {
  state: RelayStatus;
  /** Position up to which this process has seen events in the topics. */
  position: LogPosition;
  say(next: RelayStatus, more?: LogFacts): void;
};

export function createRelayStateTracker(log: RelayDeps['log']): RelayStateTracker {
  return {
    state: 'stopped',
    position: START,
    say(next, more = {}) {
      if (next === this.state) return;
      this.state = next;
      log[next === 'interrupted' ? 'warn' : 'info'](more, said[next]);
    },
  };
}
