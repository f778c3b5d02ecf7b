/**
 * Arguments for the server's Node. Young objects get 8 MB before the old ones are asked to take them: V8 would take 32 MB
 * for them and keep it, and a server that rests is mostly that.
 */
export const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  // kafkajs asks for a timer in the past, once for each process.
  '--disable-warning=TimeoutNegativeWarning',
  '--max-semi-space-size=8',
];
