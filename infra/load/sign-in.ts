/** Load scenario: sign-ins beside a password-guessing attack from another address. */
import { startServer } from '../testing/server.ts';
import { runK6ScriptOnDemo } from './k6.ts';
import type { LoadScenario } from './scenarios.ts';

const seconds = process.env.LOAD_SECONDS || '20';

export const signInScenario: LoadScenario = {
  name: 'sign-in',
  what: '200 wrong passwords a second from one address, and sign-ins from another (the demo, one node)',
  alone: true,
  run: async () => {
    const server = await startServer({ env: { DEMO: '1', TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const ran = await runK6ScriptOnDemo('sign-in.js', { URLS: server.url, SECONDS: seconds });
      const value = (metric: string, stat: string) => ran.of(metric, stat) ?? Number.NaN;
      return {
        ran,
        also: [
          { what: 'sign-in without guesses, p(95)', value: value('quiet_sign_in_ms', 'p(95)'), unit: 'ms' },
          { what: 'guesses whose password was checked', value: value('attempts_checked', 'count'), unit: '' },
          { what: 'guesses refused', value: value('attempts_refused', 'count'), unit: '' },
        ],
      };
    } finally {
      await server.stop();
    }
  },
};
