/** k6, built once for a machine with Go. */
import { join } from 'node:path';
import { installed, ran } from './installed.ts';

const version = 'v1.8.1';

/** The path of the program. @throws Error why it cannot be had here */
export async function k6Path(): Promise<string> {
  const dir = await installed(`k6-${version}`, async into => {
    // Without `direct` nothing is fetched past the module proxy.
    const [proxy = ''] = (await ran('go', ['env', 'GOPROXY'])).trim().split(',');
    await ran('go', ['install', `go.k6.io/k6@${version}`], { env: { GOBIN: into, GOPROXY: proxy } });
  });
  return join(dir, 'k6');
}
