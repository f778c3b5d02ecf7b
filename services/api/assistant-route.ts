/** A doctor's command on an assistant, and the assistant as the doctor sees it. */
import type * as z from 'zod/mini';
import { MASK } from '#events/case/masking.ts';
import { keepingDoctorOf } from '#events/person/assistants.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { maskName, maskPhone } from '#projections/present.ts';
import type { CommandResult } from '../command/handler.ts';
import type { BodySchema } from '../http/body.ts';
import type { AssistantItem } from './answers.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { HttpMethod, Route } from './route.ts';

/** Positions that have assistants. */
export const assistantRule = ['Doctor'] as const;

type Seen = { viewer: Viewer; hidden: boolean };

/** An assistant as one of the doctors served sees it. */
export function presentAssistant(d: Directory, p: Person, { viewer, hidden }: Seen): AssistantItem {
  const keeper = keepingDoctorOf(d, p);
  const doctors = (ids: readonly string[]) =>
    ids.flatMap(id => {
      const doctor = d.people.get(id);
      return doctor ? { id, name: doctor.name, position: doctor.position } : [];
    });
  return {
    id: p.id,
    userName: p.userName,
    name: hidden ? maskName(p.name) : p.name,
    phone: p.phone && hidden ? maskPhone(p.phone) : p.phone,
    address: p.address && hidden ? MASK : p.address,
    frozen: p.frozen,
    frozenByAdmin: p.frozen && d.people.get(p.frozenBy ?? '')?.position !== 'Doctor',
    kept: keeper === viewer.id,
    doctors: doctors(p.serves),
    offers: keeper === viewer.id ? doctors(p.offers) : [],
  };
}

type AssistantRoute<B extends z.ZodMiniType> = {
  method: Exclude<HttpMethod, 'get'>;
  path: string;
  summary: string;
  body?: BodySchema<B>;
  /** `target`: the id in the path. `personId` in the result: of a new assistant. */
  decide: (call: CommandCall<string>) => Promise<CommandResult<Directory> & { personId?: string }>;
};

/** A route of one command. It answers with the assistant, or with null if the doctor no longer sees it. */
export const assistantRoute = <B extends z.ZodMiniType>(
  deps: ApiDeps,
  once: RunIdempotently,
  route: AssistantRoute<B>,
): Route =>
  commandRoute(deps, once, {
    ...route,
    rule: assistantRule,
    tag: 'own',
    to: ({ param }) => param('id'),
    answer: ({ state, personId }, { c, viewer, target }) => {
      const person = state.people.get(personId ?? target);
      if (!person?.serves.includes(viewer.id)) return null;
      return presentAssistant(state, person, { viewer, hidden: c.get('hidden') });
    },
  });
