/** Replacement trays: a small lifecycle beside the case's (`<case>-T<n>`). */
import { actions } from '#events/case/decider.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { readTrayId, trayId } from '#events/tray/tray.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, notThere, seenCase } from './case-of.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { commanded } from './presented.ts';
import { type Route, route } from './route.ts';
import { receiveInput, shipInput } from './tray-input.ts';

const tag = 'trays';

/** What can be done with an order, by its name in the path. */
const steps = {
  ship: { action: 'shipTray', input: shipInput },
  receive: { action: 'receiveTray', input: receiveInput },
} as const;
const isStep = (name: string): name is keyof typeof steps => Object.hasOwn(steps, name);

/** The action's input: the body with the tray that the path names. What is no object stays it, and is refused in its turn. */
function ofTray(body: unknown, tray: number): unknown {
  if (isRefusal(body) || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if ('tray' in body) return badField('tray', 'unknown-field');
  return { ...body, tray };
}

const readRoute = (deps: Deps): Route =>
  get({
    path: '/api/cases/:id/trays',
    rule: 'session',
    tag,
    summary: 'Aligners of the case that were ordered again, each with who, when and why.',
    answer: call => ({ items: seenCase(deps, call).trays }),
  });

function orderRoute(deps: Deps, once: Once): Route {
  const { input: schema, example } = actions.orderTray;
  return route({
    method: 'post',
    path: '/api/cases/:id/trays',
    rule: 'session',
    tag,
    summary: 'Orders one aligner again, that was lost or broken.',
    body: accepts(schema, example),
    handle: async ({ c, viewer, param }) => {
      const caseId = caseIdOf(param('id'));
      const input = await readBodyOrRefusal(c, schema);
      const done = await once(c, viewer.id, input, commandId =>
        deps.perform.perform(viewer, { caseId, commandId, action: 'orderTray', input }),
      );
      const tray = done.state.trays.length;
      const ordered = { ...commanded(viewer, done.state), tray, id: trayId(caseId, tray) };
      return ok(c, deps, ordered, { position: done.position });
    },
  });
}

const stepRoute = (deps: Deps, once: Once): Route =>
  route({
    method: 'post',
    path: '/api/trays/:id/actions/:action',
    rule: 'session',
    tag,
    summary: 'Sends or receives a tray that was ordered again.',
    described: [
      {
        path: '/api/trays/:id/actions/ship',
        summary: 'Sends the tray.',
        body: { schema: shipInput, example: { courier: 2, trackingNumber: 'EMS123456789' } },
      },
      {
        path: '/api/trays/:id/actions/receive',
        summary: 'Confirms that the tray has come.',
        body: { schema: receiveInput, example: {} },
      },
    ],
    handle: async ({ c, viewer, ctx, param }) => {
      const named = readTrayId(param('id'));
      if (!named) throw notThere();
      const { caseId, tray } = named;
      if (!deps.models.caseView(ctx, caseId)) throw notThere();
      const name = param('action');
      if (!isStep(name)) throw new Refusal('notFound');
      const { action, input: schema } = steps[name];
      const input = ofTray(await readBodyOrRefusal(c, schema), tray);
      const done = await once(c, viewer.id, input, commandId =>
        deps.perform.perform(viewer, { caseId, commandId, action, input }),
      );
      return ok(c, deps, commanded(viewer, done.state), { position: done.position });
    },
  });

export function trayRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  return [readRoute(deps), orderRoute(deps, once), stepRoute(deps, once)];
}
