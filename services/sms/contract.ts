/** Contract of every SMS driver, run against a local server that answers like the service. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sms, SmsFailedError, type SmsMessage, type SmsServiceAccess } from './port.ts';

type StubAnswer = { status?: number; body: object };
/** What the service understood of a request. */
type Understood = { number: string; says: string };

export type SmsUnderTest = {
  open(reach: SmsServiceAccess): Sms;
  /** Reads a request as the service does. */
  understand(request: { url: URL; body: string }): Understood;
  /** Answers of the service: success, throttled, wrong template, and broken service. */
  answers: Record<'ok' | 'throttled' | 'rejected' | 'broken', StubAnswer>;
};

const message: SmsMessage = {
  to: '138-0000 1111',
  template: 'code',
  values: { code: '482913' },
  text: '482913 is your code.',
  lang: 'zh-CN',
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

export function describeSms(name: string, driver: SmsUnderTest): void {
  describe(`sms: ${name}`, () => {
    let server: Server;
    let endpoint: string;
    let answer: StubAnswer | 'none';
    let requests: { url: URL; body: string }[];
    beforeEach(async () => {
      requests = [];
      answer = driver.answers.ok;
      server = createServer(async (request, response) => {
        requests.push({ url: new URL(request.url ?? '', endpoint), body: await bodyOf(request) });
        if (answer === 'none') return;
        response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', Connection: 'close' });
        response.end(JSON.stringify(answer.body));
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      // Cast: a TCP server's address is an object.
      endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    const close = () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    afterEach(close);

    const send = (to = message.to, timeoutMs = 5_000) =>
      driver.open({ endpoint, timeoutMs }).send({ ...message, to });
    const failure = async (sent: Promise<void>) => {
      const error: unknown = await sent.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(error instanceof SmsFailedError)) throw new Error('the message was sent', { cause: error });
      const shown = `${JSON.stringify(error)} ${error.stack} ${String(error.cause)}`;
      for (const secret of ['1380000', '482913']) expect(shown).not.toContain(secret);
      return error;
    };

    test('sends one message with its code to the number, without separators', async () => {
      await send();
      const [request, ...more] = requests;
      expect(more).toEqual([]);
      const { number, says } = driver.understand(request ?? { url: new URL(endpoint), body: '' });
      expect(number.replace(/^\+86/, '')).toBe('13800001111');
      expect(says).toContain('482913');
    });

    test.each(['throttled', 'rejected'] as const)('reports an answer that means %s', async kind => {
      answer = driver.answers[kind];
      expect((await failure(send())).failure).toBe(kind);
    });

    test('reports a broken service as unavailable', async () => {
      answer = driver.answers.broken;
      expect((await failure(send())).failure).toBe('unavailable');
    });

    test('reports a service that cannot be reached', async () => {
      await close();
      expect((await failure(send())).failure).toBe('unavailable');
    });

    test('stops waiting for a service that does not answer', async () => {
      answer = 'none';
      expect((await failure(send(message.to, 100))).failure).toBe('unavailable');
    });

    test('does not send to a number without a country or with an extension', async () => {
      for (const to of ['0755-8888 1111', '13800001111 ext 12'])
        expect(await failure(send(to))).toMatchObject({ failure: 'rejected', why: 'number-format' });
      expect(requests).toEqual([]);
    });
  });
}
