/**
 * Node arguments of the server. Limits the young generation to 8 MB: V8 would grow it to 32 MB and keep it,
 * which would be most of an idle server's memory.
 */
export const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  // kafkajs sets a timer in the past once per process.
  '--disable-warning=TimeoutNegativeWarning',
  '--max-semi-space-size=8',
];
