/**
 * The compared server, as a lower bound for this machine: Hono, a JSON body, one row inserted and synced per
 * request. Arguments: folder and port. Prints a line with http:// when it listens.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const [dir = '', port = ''] = process.argv.slice(2);
const db = new DatabaseSync(join(dir, 'peer.db'));
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
db.exec('CREATE TABLE events (position INTEGER PRIMARY KEY, json TEXT NOT NULL);');
const insert = db.prepare('INSERT INTO events (json) VALUES (?)');

const app = new Hono();
app.post('/commands', async c => {
  const body = await c.req.json();
  const { lastInsertRowid } = insert.run(JSON.stringify(body));
  return c.json({ code: 0, message: '', data: { position: Number(lastInsertRowid) } });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  console.log(`http://127.0.0.1:${port}`),
);
