/** Native forms that create an account: fields as typed, and the texts of a refusal beside them. */
import * as z from 'zod/mini';
import type { Refusal } from '#events/errors.ts';
import type { TypedFormState } from '#web/pages/AccountFields.tsx';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createPublicBodyBounds, readBodyValue } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';

/** Fields that a page never shows again. */
const secrets: ReadonlySet<string> = new Set(['password', 'passwordAgain', 'token']);

/** Leaves every field as text, because the command checks the fields. */
const fieldsAsText = z.object({});

export const emptyForm: TypedFormState = { values: {}, errors: {}, message: null };

/**
 * Reads a form of our own page. An empty field counts as absent.
 * @throws Refusal notPermitted for a form of another site; otherwise like `readBodyValue`
 */
export async function readForm(
  c: ApiContext,
  deps: { timers: RepeatingTimers },
): Promise<Record<string, string>> {
  refuseOtherSites(c);
  const body: unknown = await readBodyValue(c, fieldsAsText, createPublicBodyBounds(deps));
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(
    fields.flatMap(([name, text]) => (typeof text === 'string' && text !== '' ? [[name, text]] : [])),
  );
}

/** The fields that a page may show again. */
export const fieldsWithoutSecrets = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name)));

type FormWords = { words: Dictionaries; lang: Lang; fields: readonly string[] };

/** The form as typed, with the refusal's texts. A refusal that names none of its fields becomes the form's message. */
export function refusedFormOf(
  sent: Record<string, string>,
  { code, refusal, data }: Refusal,
  { words, lang, fields }: FormWords,
): TypedFormState {
  const values = fieldsWithoutSecrets(sent);
  const issues = data?.issues?.filter(({ path }) => fields.includes(path)) ?? [];
  const errors = Object.fromEntries(
    issues.map(({ path, issue, values: of }) => [
      path,
      words.find(lang, `error:issue.${issue}`, of) ?? issue,
    ]),
  );
  const message = issues.length > 0 ? null : (words.find(lang, `error:${code}`) ?? refusal);
  return { values, errors, message };
}
