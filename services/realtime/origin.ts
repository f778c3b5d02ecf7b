/** Origin check for sockets. Browsers let any site open a websocket, but send the site's Origin. */
import type { IncomingHttpHeaders } from 'node:http';
import { originHasHost } from '../http/same-site.ts';

/** Accepts this server's own origin and PUBLIC_URL, and clients without an Origin, which are not browsers. */
export const isOwnOrigin = ({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean =>
  origin === undefined || origin === publicUrl || originHasHost(origin, host);
