/** Which pages may open a socket: browsers let any site try, and name it in Origin. */
import type { IncomingHttpHeaders } from 'node:http';
import { isHost } from '../http/same-site.ts';

/** Accepts this server's own origin and PUBLIC_URL. Programs that are no browser send no Origin. */
export const isOwnOrigin = ({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean =>
  origin === undefined || origin === publicUrl || isHost(origin, host);
