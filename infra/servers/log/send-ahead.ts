/** Hands several answers of a call to its connection at once, so that a read does not wait for the protocol server. */
import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** The most bytes of answers that one call has handed to its connection and that have not left. */
const MOST_AHEAD = 64 * 1024;

type Call = Parameters<ServerInterceptor>[1];

/** Trap: gRPC hands over an answer only when the previous one has left: a system call each, half of a read's time. */
class SendingAhead extends ServerInterceptingCall {
  readonly #call: Call;
  #ahead = 0;
  #waiting: (() => void) | undefined;

  constructor(call: Call) {
    super(call);
    this.#call = call;
  }

  override sendMessage(message: { length?: number }, sent: () => void): void {
    // Only answers to reads are bytes by now. The others are small and few.
    const size = message.length ?? 0;
    this.#ahead += size;
    this.#call.sendMessage(message, () => {
      this.#ahead -= size;
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting?.();
    });
    if (this.#ahead < MOST_AHEAD) sent();
    else this.#waiting = sent;
  }
}

export const sendAhead: ServerInterceptor = (_method, call) => new SendingAhead(call);
