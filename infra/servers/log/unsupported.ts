/** Parts of EventStoreDB that the protocol server lacks. */

/** Services that the protocol server refuses with UNIMPLEMENTED. */
export const unsupportedServices = {
  'event_store.client.persistent_subscriptions.PersistentSubscriptions':
    'persistent subscriptions (the server keeps their position)',
  'event_store.client.projections.Projections': 'projections, and the links written by system projections',
  'event_store.client.users.Users': 'users, except create, details and password changes with sign-in',
  'event_store.client.operations.Operations': 'operations: scavenge, shutdown, resign',
  'event_store.client.monitoring.Monitoring': 'statistics',
} as const;

/** Behaviour that the streams service lacks. */
export const unsupportedBehaviour = [
  'ending a subscription whose reader is too slow (only a test can cause it)',
  'scavenging: events hidden by metadata stay in $all',
  'HTTP (ping, Atom, gossip as JSON), client certificates, read-only replicas',
] as const;
