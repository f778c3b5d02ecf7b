/** GET /api/spec: the product's keyed lists with their texts, for integrators; and the other public reads. */

import { actionTargetNames } from '#events/case/action-targets.ts';
import { limits } from '#events/case/limits.ts';
import { type OptionList, options } from '#events/case/options.ts';
import { actionNames, type ActionRule as CaseRule, rulesOf } from '#events/case/rules.ts';
import {
  groupOfStatus,
  statusCodes,
  statuses,
  statusesByGroup,
  statusGroupNames,
} from '#events/case/status.ts';
import { errors, Refusal } from '#events/errors.ts';
import { mainOrganisation } from '#events/person/directory.ts';
import { publicLogoPath } from '#events/person/organisation.ts';
import { readCleanImage } from '#services/files/image-metadata.ts';
import type { Blobs } from '../files/blobs.ts';
import { blobNameOf, findLogoUpload } from '../files/logos.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import { presentProvinces } from '../i18n/provinces.ts';
import type { ApiDeps } from './deps.ts';
import { publicGet } from './get-route.ts';
import { publicRoute, type Route } from './route.ts';

type Say = (keys: string | readonly string[], otherwise: string) => string;

const saying =
  (words: Dictionaries, lang: Lang): Say =>
  (keys, otherwise) =>
    words.find(lang, keys) ?? otherwise;

const optionKey = (list: OptionList, key: string | number) =>
  `rx:option.${list}.${String(key).replaceAll('.', '_')}`;

const actionOf = (say: Say) => (name: (typeof actionNames)[number]) => ({
  key: name,
  text: say(`case:action.${name}`, name),
  confirm: say(`case:confirm.${name}`, ''),
  target: actionTargetNames[name] ?? null,
  rules: rulesOf(name).map(({ from, by, to, needs, when }: CaseRule) => ({
    from,
    by,
    to,
    needs: needs ?? null,
    when: when ?? null,
  })),
});

/** Statuses, groups, actions, options, limits and errors, each with its text. */
export function buildSpec(words: Dictionaries, lang: Lang) {
  const say = saying(words, lang);
  return {
    statuses: statusCodes.map(code => ({
      code,
      text: say(`case:status.${code}`, String(code)),
      group: groupOfStatus(code),
      tone: statuses[code].tone,
    })),
    groups: statusGroupNames.map((key, index) => ({
      code: index,
      key,
      text: say(`case:group.${key}`, key),
      statuses: statusesByGroup[key],
    })),
    actions: actionNames.map(actionOf(say)),
    options: Object.entries(options).map(([list, keys]) => ({
      key: list,
      text: say(`rx:list.${list}`, list),
      // Cast: entries of the table have the table's keys.
      items: keys.map(key => ({ key, text: say(optionKey(list as OptionList, key), String(key)) })),
    })),
    limits: Object.entries(limits).map(([key, value]) => ({ key, value, text: say(`rx:limit.${key}`, key) })),
    errors: Object.entries(errors).map(([key, { code, http }]) => ({
      code,
      key,
      http,
      text: say(`error:${code}`, key),
    })),
  };
}

/** Cache-Control of a logo's bytes, which never change: another logo has another address. */
const forever = 'public, max-age=31536000, immutable';

type LogoBytes = Pick<Blobs, 'size' | 'read'>;

/** The main organisation's logo. Other organisations' logos need a session (`/api/files`). */
function logoRoute({ people, vault }: ApiDeps, blobs: LogoBytes | undefined): Route {
  return publicRoute({
    method: 'get',
    path: '/resource/org/logo/:id',
    rule: 'public',
    tag: 'spec',
    media: 'application/octet-stream',
    summary: 'The logo that `/resource/org/login` names.',
    handle: async ({ c, param }) => {
      const isMain = mainOrganisation(await people.current())?.logo === param('id');
      const upload = isMain ? await findLogoUpload(vault, param('id')) : undefined;
      if (!upload) throw new Refusal('notFound');
      const size = await blobs?.size(blobNameOf(upload));
      if (!blobs || size === undefined) throw new Refusal('downloadFailed');
      c.header('Content-Type', upload.finished.mime);
      c.header('Content-Disposition', 'inline');
      c.header('X-Content-Type-Options', 'nosniff');
      c.header('Content-Security-Policy', "default-src 'none'; sandbox");
      c.header('Cache-Control', forever);
      c.header('Content-Length', String(size));
      if (c.req.method === 'HEAD') return c.body(null, 200);
      return c.body(await readCleanImage(blobs.read(blobNameOf(upload)), upload.finished.mime), 200);
    },
  });
}

export function specRoutes(deps: ApiDeps, blobs: LogoBytes | undefined): Route[] {
  const { words, people } = deps;
  return [
    publicGet({
      path: '/api/spec',
      tag: 'spec',
      summary: 'Statuses, groups, actions, options, limits and errors, with their texts.',
      answer: ({ c }) => buildSpec(words, c.get('lang')),
    }),
    publicGet({
      path: '/api/cmAdress/getProvinceInfo',
      tag: 'spec',
      summary: 'The list of provinces, each with its cities.',
      answer: ({ c }) => presentProvinces(c.get('lang')),
    }),
    publicGet({
      path: '/resource/org/login',
      tag: 'spec',
      summary: 'The organisation whose login page this is: its logo and id.',
      answer: async () => {
        const main = mainOrganisation(await people.current());
        return { logo: publicLogoPath(main) ?? '/favicon.svg', orgId: main?.orgId ?? '' };
      },
    }),
    logoRoute(deps, blobs),
  ];
}
