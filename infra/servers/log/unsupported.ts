/** The parts of EventStoreDB that the protocol server leaves out. */

/** Services that it does not serve: each of their calls ends with UNIMPLEMENTED. */
export const unsupportedServices = {
  'event_store.client.persistent_subscriptions.PersistentSubscriptions':
    'persistent subscriptions, whose place the server keeps',
  'event_store.client.projections.Projections': 'projections, and the links that system projections write',
  'event_store.client.users.Users':
    'users, but for making one, its details and its password where sign-in is on',
  'event_store.client.operations.Operations': 'operations: scavenges, shutdown, resignation over the wire',
  'event_store.client.monitoring.Monitoring': 'statistics',
} as const;

/** Behaviour of the service of streams that it leaves out. */
export const unsupportedBehaviour = [
  'the end of a subscription whose reader is too slow, unless a test brings it about',
  'scavenges: what metadata hides stays in $all',
  'HTTP (ping, Atom, gossip as JSON), client certificates, read-only replicas',
] as const;
