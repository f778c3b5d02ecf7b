/** Pages around signing in: the demo's messages. */
import type { Hono } from 'hono';
import type { PlainPage } from '#web/pages/render-page.tsx';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { DemoMessages } from '../sms/demo.ts';

export type JoiningPagesDeps = {
  demoMessages: DemoMessages | undefined;
  show: (c: ApiContext, page: PlainPage) => Promise<Response>;
};

const ADDRESS_MAX = 254;

export function addJoiningPages(app: Hono<ApiEnv>, { demoMessages, show }: JoiningPagesDeps): void {
  // Without the demo's driver the page answers like an unknown address.
  if (demoMessages)
    app.get('/demo/messages', c => {
      const to = c.req.query('to')?.trim().slice(0, ADDRESS_MAX) ?? '';
      return show(c, { page: 'demoMessages', to, messages: demoMessages.list(to || undefined) });
    });
}
