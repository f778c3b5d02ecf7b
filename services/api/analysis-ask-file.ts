/** Sends the answer to a question as a file. */
import { finished, Readable } from 'node:stream';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import type { AnsweredFile } from '../analysis/ask.ts';
import type { Citation } from '../analysis/citation.ts';
import type { ApiContext } from '../http/context.ts';
import { type ResponseBodyDeps, streamResponseBody } from '../http/stream-body.ts';

const media: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};
/** Excel recognises UTF-8 by this mark. */
const byteOrderMark = Buffer.from('\uFEFF');

type Sent = Pick<AnsweredFile, 'body' | 'size' | 'count' | 'more' | 'unrepeatable'> &
  ResponseBodyDeps & {
    format: TableFormat;
    /** Wire position of the answer. */
    position: string;
    citation: Citation | undefined;
  };

async function* marked(body: Readable) {
  yield byteOrderMark;
  yield* body;
}

/** `ended`: resolves once the client has the file, or has left. */
export function sendAnswerFile(c: ApiContext, file: Sent): { response: Response; ended: Promise<void> } {
  const { format, position, citation, count, more, unrepeatable } = file;
  const { signal } = c.req.raw;
  // Trap: after the client has disconnected, nobody reads the stream, so it would stay open.
  const leave = () => void file.body.destroy();
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const isMarked = format === 'csv';
  const body = isMarked ? Readable.from(marked(file.body)) : file.body;
  const response = c.body(streamResponseBody(c, body, file), 200, {
    'Content-Type': media[format],
    'Content-Length': String(file.size + (isMarked ? byteOrderMark.length : 0)),
    'Content-Disposition': `attachment; filename="archline-${position}.${format}"`,
    'Cache-Control': 'private, no-store',
    'X-Position': position,
    'X-More': String(more),
    ...(count !== null && { 'X-Rows': String(count) }),
    ...(citation && { 'X-Citation': new URLSearchParams(citation).toString() }),
    ...(unrepeatable !== null && { 'X-Unrepeatable': unrepeatable }),
  });
  return { response, ended: new Promise(resolve => finished(file.body, () => resolve())) };
}
