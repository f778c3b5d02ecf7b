/** A real OpenID provider for tests: `oidc-provider` on this machine, with people that the test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** A person whom the provider knows by the entered name. */
export type ProviderAccount = {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: readonly string[];
  amr?: string[];
};

export const providerClient = { id: 'archline', secret: 'a-secret-of-32-characters-or-more' };

export type TestProvider = {
  issuer: string;
  /** People by the name that they enter. May be changed during a test. */
  accounts: Map<string, ProviderAccount>;
  /** Requests so far, each as method and path. */
  requests: string[];
  close(): Promise<void>;
};

type TestProviderOptions = {
  /** Host name of the provider. Default: the address 127.0.0.1. */
  host?: 'localhost';

  /** Origins of the installations that may use it, with their organisations. */
  clients: readonly { origin: string; orgId: string }[];
  more?: Configuration;
};

const page = (form: string) =>
  `<!doctype html><html lang="en"><title>Sign in</title><main><h1>Clinic sign-in</h1>${form}</main></html>`;

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return new URLSearchParams(Buffer.concat(pieces).toString());
}

function configuration(
  { clients, more }: TestProviderOptions,
  accounts: TestProvider['accounts'],
): Configuration {
  return {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        redirect_uris: clients.map(({ origin, orgId }) => `${origin}/login/organisation/${orgId}/return`),
        post_logout_redirect_uris: clients.map(({ origin }) => `${origin}/login`),
      },
    ],
    cookies: { keys: ['for tests only'] },
    // Grants consent without asking, because clinics need no consent of each person.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    findAccount: (_context, login) => {
      const account = accounts.get(login);
      return (
        account && {
          accountId: login,
          claims: () => ({ sub: login, ...account, groups: [...(account.groups ?? [])] }),
        }
      );
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ...more,
  };
}

type Interacting = { provider: Provider } & Pick<TestProvider, 'accounts'>;

/** Shows a form that asks for a name, and signs in the person with that name. */
async function interact(
  { provider, accounts }: Interacting,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      page(
        '<form method="post"><label>Name <input name="login"></label><button>Sign in</button><button name="cancel" value="1">Cancel</button></form>',
      ),
    );
    return;
  }
  const fields = await fieldsOf(request);
  const login = fields.get('login') ?? '';
  const result = fields.has('cancel')
    ? { error: 'access_denied', error_description: 'cancelled by the person' }
    : { login: { accountId: login, amr: accounts.get(login)?.amr } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

export async function openTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const accounts: TestProvider['accounts'] = new Map();
  const requests: string[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://${options.host ?? '127.0.0.1'}:${port}`;
  const provider = new Provider(issuer, configuration(options, accounts));
  const rest = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact({ provider, accounts }, request, response);
    else void rest(request, response);
  };
  return {
    issuer,
    accounts,
    requests,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/**
 * A browser without a script at the provider. It follows redirects, with the provider's cookies, until it leaves the
 * provider.
 */
export function createProviderVisit(issuer: string) {
  const cookies = new Map<string, string>();
  const send = async (url: string, fields?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: fields ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      body: fields ? new URLSearchParams(fields) : null,
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  /** @returns the address outside the provider, or undefined if it shows a page */
  const follow = async (url: string, answer: Response): Promise<{ left?: string; at: string }> => {
    const to = answer.headers.get('location');
    if (to === null) return { at: url };
    const next = new URL(to, url).href;
    return next.startsWith(`${issuer}/`) ? follow(next, await send(next)) : { left: next, at: url };
  };
  return {
    /**
     * Opens the address of a sign-in and enters a name, or cancels.
     * @returns the address to which the provider sends the browser back
     */
    signIn: async (url: string, login: string | null): Promise<string> => {
      const opened = await follow(url, await send(url));
      if (opened.left !== undefined) return opened.left;
      const form: Record<string, string> = login === null ? { cancel: '1' } : { login };
      const done = await follow(opened.at, await send(opened.at, form));
      if (done.left === undefined) throw new Error(`the provider stays at ${done.at}`);
      return done.left;
    },
  };
}
