/**
 * The compared server: a bare Socket.IO server without storage and access checks, which broadcasts each
 * message to its room. It uses the product's protocol, so the same load runs against both.
 */
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { answerMeterRequests } from './meter.ts';

answerMeterRequests();
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
const said = new Map<string, number>();

type Message = { conversation: string; client: string; text: string };

io.on('connection', socket => {
  socket.on('chat:open', ({ conversation }: Message, done: (answer: object) => void) => {
    void socket.join(conversation);
    done({ ok: true, position: 'peer-0', items: null, here: [] });
  });
  socket.on('chat:send', ({ conversation, client, text }: Message, done: (answer: object) => void) => {
    const seq = (said.get(conversation) ?? 0) + 1;
    said.set(conversation, seq);
    const item = { id: client, conversation, seq, client, by: { id: socket.id }, text };
    io.to(conversation).emit('chat', { conversation, position: 'peer-0', items: [item] });
    done({ ok: true, id: client, seq, position: 'peer-0' });
  });
});
http.listen(Number(process.env.PORT), '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${process.env.PORT}`),
);
process.on('SIGTERM', () => process.exit(0));
