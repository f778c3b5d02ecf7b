/** Calls the API for a native form, as the same client, and adds the texts of the answer to the form's fields. */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import * as z from 'zod/mini';
import type { TypedFormState } from '#web/pages/AccountFields.tsx';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import { pagePreferencesOf } from './page-preferences.ts';
import { emptyForm, fieldsWithoutSecrets } from './typed-form.ts';

export type FormAnswer = {
  status: StatusCode;
  /** Texts of a refusal. The form's fields are empty here. */
  typed: TypedFormState;
  /** Set-Cookie headers. */
  cookies: string[];
  data: unknown;
};

const envelope = z.object({
  code: z.number(),
  message: z.string(),
  data: z.unknown(),
});
const refused = z.object({
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  retryAfter: z.optional(z.number()),
});

/** Headers of the form's request that the call needs: they identify the sender and the browser's device. */
const passedOn = ['cookie', 'x-forwarded-for', 'user-agent'];

type CallDeps = {
  api: Hono<ApiEnv>;
  words: Dictionaries;
  /** Token of the session that calls. Default: none. */
  token?: string;
};

/** Converts a refusal of the API to the texts of a form. */
function typedOf(text: z.infer<typeof envelope>, waitText: (seconds: number) => string): TypedFormState {
  if (text.code === 0) return emptyForm;
  const { issues = [], retryAfter } = refused.safeParse(text.data).data ?? {};
  const errors = Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  const message = retryAfter === undefined ? text.message : waitText(retryAfter);
  return { values: {}, errors, message: issues.length > 0 ? null : message };
}

/** @returns a function that posts a body to the API in the page's language */
export function createFormCaller(c: ApiContext, { api, words, token }: CallDeps) {
  const { lang } = pagePreferencesOf(c);
  const headers = new Headers({ 'Content-Type': 'application/json', 'Accept-Language': lang });
  if (token !== undefined) headers.set('Authorization', token);
  for (const name of passedOn) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return async (path: string, body: object): Promise<FormAnswer> => {
    const request = new Request(new URL(path, 'http://127.0.0.1'), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer = await api.fetch(request, c.env);
    const text = envelope.parse(await answer.json());
    return {
      // Cast: the API's status is an HTTP status.
      status: answer.status as StatusCode,
      typed: typedOf(text, seconds => words.find(lang, 'join:code.tooSoon', { seconds }) ?? ''),
      cookies: answer.headers.getSetCookie(),
      data: text.data,
    };
  };
}

/** Returns the form as it was typed, without secrets, with the texts of the answer. */
export const typedFormOf = (
  fields: Record<string, string>,
  answer: FormAnswer | undefined,
): TypedFormState => ({
  ...(answer?.typed ?? emptyForm),
  values: fieldsWithoutSecrets(fields),
});
