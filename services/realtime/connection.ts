/** Boundary to engine.io's internals: the connection under a socket, which its public types hide. */

/** The websocket of a connection. `terminate` closes it at once and drops unsent data. */
type Websocket = { bufferedAmount: number; terminate(): void };

export type EngineConnection = {
  transport: { socket?: Websocket };
  /** Event before a packet is queued. */
  on(
    event: 'packetCreate',
    listener: (packet: { data?: unknown; options?: { wsPreEncodedFrame?: readonly Buffer[] } }) => void,
  ): void;
  /** Event after the whole queue has been handed to the websocket. */
  on(event: 'drain', listener: () => void): void;
};

export const asEngineConnection = (conn: unknown): EngineConnection => conn as EngineConnection;

/** All connections of an engine, before and after the handshake. */
export const connectionsOfEngine = (engine: unknown): EngineConnection[] =>
  Object.values((engine as { clients: Record<string, EngineConnection> }).clients);
