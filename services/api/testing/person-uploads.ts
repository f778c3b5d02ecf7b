/** Uploads that belong to no case, in one piece. */
import type { TestPersonName, TestServer } from './test-server.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const tus = { 'Tus-Resumable': '1.0.0' };

/** `status` and `text` are those of the last answer, or of the refusal at the start. */
type PersonUpload = { id: string; status: number; text: string };

export async function uploadAs(
  bench: TestServer,
  as: TestPersonName,
  bytes: Buffer,
  kind: string,
): Promise<PersonUpload> {
  const Authorization = await bench.tokenOf(as);
  const metadata = `purpose ${base64(kind)},kind ${base64(kind)},filename ${base64('me.png')}`;
  const begun = await bench.app.request('/api/uploads', {
    method: 'POST',
    headers: { ...tus, Authorization, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata },
  });
  const url = begun.headers.get('Location') ?? '';
  const id = url.split('/').at(-1) ?? '';
  if (begun.status !== 201) return { id, status: begun.status, text: await begun.text() };
  const sent = await bench.app.request(url, {
    method: 'PATCH',
    headers: {
      ...tus,
      Authorization,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  return { id, status: sent.status, text: await sent.text() };
}
