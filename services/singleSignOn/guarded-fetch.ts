/** Requests to the providers of organisations: only to allowed addresses, with a time limit and a size limit. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CustomFetch } from 'openid-client';
import { addressFamily } from '../settings/networks.ts';
import { type AddressRules, type HostLookup, listAllowedAddresses } from './address-rules.ts';

/** Time limit of one request with its answer, in ms. */
export const REQUEST_TIMEOUT_MS = 8_000;
/** Maximum bytes of an answer. Metadata, keys and tokens have a few kilobytes. */
const ANSWER_MAX = 256 * 1024;

class AnswerTooLarge extends Error {
  constructor() {
    super('an answer is too large');
    this.name = 'AnswerTooLarge';
  }
}

/**
 * Passes the checked addresses to the connection, because the answer to a second lookup could differ (DNS rebinding).
 */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map(address => ({ address, family: addressFamily(address) === 'ipv6' ? 6 : 4 }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };

async function bodyOf(answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    size += piece.length;
    if (size > ANSWER_MAX) throw new AnswerTooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

type Sent = Parameters<CustomFetch>[1];

function textOf(body: Sent['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('a request has a body that is no text');
}

/** Opens a connection of its own for each request, and follows no redirect. @throws AddressRefusedError, AnswerTooLarge */
export function createGuardedFetch(rules: AddressRules, lookup: HostLookup): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const patience = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const until = signal ? AbortSignal.any([signal, patience]) : patience;
    const addresses = await listAllowedAddresses(url, rules, lookup);
    const text = textOf(body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const sent = send(url, {
        method,
        agent: false,
        lookup: pinnedTo(addresses),
        signal: until,
        headers: { ...headers, ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }) },
      });
      sent.once('response', resolve);
      sent.once('error', reject);
      sent.end(text);
    });
    try {
      const status = answer.statusCode ?? 0;
      const bytes = await bodyOf(answer);
      const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      return new Response(bodiless.has(status) ? null : bytes, { status, headers: pairs });
    } finally {
      answer.destroy();
    }
  };
}
