/** The boundary to engine.io's inside: what lies under a socket, which its own types hide. */

/** The websocket of a connection. `terminate` ends it at once, whatever has not left yet. */
type Websocket = { bufferedAmount: number; terminate(): void };

export type Connection = {
  transport: { socket?: Websocket };
  /** Something is about to be queued. */
  on(
    event: 'packetCreate',
    listener: (packet: { data?: unknown; options?: { wsPreEncodedFrame?: readonly Buffer[] } }) => void,
  ): void;
  /** All that was queued has been handed to the websocket. */
  on(event: 'drain', listener: () => void): void;
};

export const connectionOf = (conn: unknown): Connection => conn as Connection;

/** The connections that an engine holds, admitted or not. */
export const connectionsOf = (engine: unknown): Connection[] =>
  Object.values((engine as { clients: Record<string, Connection> }).clients);
