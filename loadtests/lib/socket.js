/**
 * The page's socket: Socket.IO packets over a bare WebSocket, and its reconnection. After `moved` it
 * reconnects at a random time within the window; after a break it reconnects after one to five seconds.
 */
import { Counter } from 'k6/metrics';
import { WebSocket } from 'k6/websockets';
import { countFailure } from './api.js';

/** Connections that broke unexpectedly. */
export const brokenConnectionCounter = new Counter('breaks');

const firstMs = 1000;
const mostMs = 5000;
const answerMs = 60_000;

/**
 * @param on handlers by event (`rows`, `chat`, …), and `open(again)`, `moved(withinMs)`, `lost()`
 * @returns `emit(event, message)`, `ask(event, message)`, `isOpen()`, `close()`
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state machine over a socket
export function openSocket(user, on = {}) {
  const asked = new Map();
  let [socket, open, before, over, tries, number] = [undefined, false, false, false, 0, 0];
  /** True while the page waits for its time within a window; it does not reconnect earlier. */
  let waiting = false;
  let position;

  const send = (event, message, id = '') => socket.send(`42${id}${JSON.stringify([event, message])}`);
  const ask = (event, message) =>
    new Promise((resolve, reject) => {
      const id = number++;
      const timer = setTimeout(() => {
        asked.delete(id);
        reject(new Error(`${event} had no answer`));
      }, answerMs);
      asked.set(id, answer => {
        clearTimeout(timer);
        resolve(answer);
      });
      send(event, message, id);
    });
  const greeted = () => {
    open = true;
    tries = 0;
    const again = before;
    before = true;
    if (position) ask('resume', { position }).catch(error => countFailure('resume', error.message));
    on.open?.(again);
  };
  const moved = withinMs => {
    waiting = true;
    on.moved?.(withinMs);
    setTimeout(
      () => {
        waiting = false;
        const old = socket;
        open = false;
        connect();
        old.close();
      },
      Math.floor(Math.random() * withinMs),
    );
  };
  const heard = (id, [event, message]) => {
    if (event === 'rows' || event === 'chat') position = message.position;
    if (event === 'moved') {
      socket.send(`43${id}[]`);
      moved(message.withinMs);
    } else on[event]?.(message);
  };
  const take = text => {
    if (text === '2') return socket.send('3');
    if (text[0] === '0') return socket.send(`40${JSON.stringify({ token: user.token })}`);
    const [, type, id, json] = /^4(\d)(\d*)(.*)$/s.exec(text) || [];
    if (type === '0') greeted();
    if (type === '2') heard(id, JSON.parse(json));
    if (type === '3') {
      asked.get(Number(id))?.(JSON.parse(json)[0]);
      asked.delete(Number(id));
    }
    if (type === '4') countFailure('socket', json);
    if (type === '1') socket.close();
  };
  const closed = () => {
    const was = open;
    open = false;
    if (was) on.lost?.();
    if (over || waiting) return;
    if (was) brokenConnectionCounter.add(1);
    setTimeout(connect, Math.min(mostMs, firstMs * 2 ** tries++) * (0.5 + Math.random()));
  };
  function connect() {
    if (over) return;
    const own = new WebSocket(
      `${user.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      null,
      {
        tags: { name: 'socket' },
      },
    );
    socket = own;
    let ended = false;
    const end = () => {
      if (ended || own !== socket) return;
      ended = true;
      closed();
    };
    own.onmessage = ({ data }) => own === socket && take(data);
    own.onclose = end;
    own.onerror = end;
  }
  connect();
  return {
    ask,
    emit: (event, message) => open && send(event, message),
    isOpen: () => open,
    close: () => {
      over = true;
      socket.close();
    },
  };
}
