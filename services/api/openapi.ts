/** The API's description, generated from the routes and their schemas. */
import * as z from 'zod/mini';
import { errors } from '#events/errors.ts';
import { caseQuerySchema } from '#projections/caseList/route.ts';
import type { AccessRule } from '../http/context.ts';
import { fileQuerySchema } from './files.ts';
import { liveCountersDescription, liveViewDescriptions } from './live-views.ts';
import type { Route } from './route.ts';

type Schema = z.ZodMiniType;
type Json = Record<string, unknown>;

const jsonSchema = (schema: Schema): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters(schema: Schema | undefined) {
  const { properties, required } = schema ? jsonSchema(schema) : {};
  if (typeof properties !== 'object' || properties === null) return [];
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema: of,
  }));
}

const requestBody = (body: { schema: Schema; example: unknown }) => {
  const content = { schema: jsonSchema(body.schema), example: body.example };
  return {
    required: false,
    content: { 'application/json': content, 'application/x-www-form-urlencoded': { schema: content.schema } },
  };
};

const who = (rule: AccessRule) =>
  rule === 'public' ? 'Everybody.' : rule === 'session' ? 'Who is signed in.' : `${rule.join(', ')}.`;

const answers = {
  200: {
    description: 'Done.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
  },
  default: {
    description: 'A refusal: its code, its words, and what of the input is wrong.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  },
};

type Operation = { path: string; summary: string; body?: { schema: Schema; example: unknown } };

function operation(r: Route, { path, summary, body }: Operation): Json {
  return {
    tags: [r.tag],
    summary,
    description: `For: ${who(r.rule)}`,
    parameters: [...pathParameters(path), ...queryParameters(r.query)],
    ...(body && r.method !== 'get' ? { requestBody: requestBody(body) } : {}),
    responses: r.media
      ? { ...answers, 200: { description: 'The file.', content: { [r.media]: {} } } }
      : answers,
    security: r.rule === 'public' ? [] : [{ session: [] }, ...(r.notebook ? [{ notebookKey: [] }] : [])],
  };
}

const envelope = {
  Answer: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: 0 }, message: { type: 'string' }, data: {} },
  },
  Refusal: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { enum: Object.values(errors).flatMap(e => (e.code === 0 ? [] : [e.code])) },
      message: { type: 'string' },
      data: {
        type: ['object', 'null'],
        properties: {
          issues: {
            type: 'array',
            items: {
              type: 'object',
              required: ['path', 'issue', 'message'],
              properties: {
                path: { type: 'string' },
                issue: { type: 'string' },
                message: { type: 'string' },
                values: { type: 'object' },
              },
            },
          },
        },
      },
    },
  },
};

/** Calls with their own protocols, described by hand. */
/** Previews of a file. */
const part = (summary: string): Json => ({
  get: {
    tags: ['files'],
    summary,
    parameters: [...pathParameters('/api/files/:id'), ...queryParameters(fileQuerySchema)],
    responses: { 200: { description: 'The bytes.' }, default: answers.default },
    security: [{ session: [] }],
  },
});

const besides: Record<string, Json> = {
  '/api/uploads': {
    post: {
      tags: ['files'],
      summary: 'Begins an upload (tus 1.0); metadata: caseId or purpose, kind, slot, filename.',
      parameters: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'].map(name => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      responses: { 201: { description: 'Its address in Location.' }, default: answers.default },
      security: [{ session: [] }],
    },
  },
  '/api/files/{id}': {
    get: {
      tags: ['files'],
      summary: "A file's bytes; ranges are served.",
      parameters: [...pathParameters('/api/files/:id'), ...queryParameters(fileQuerySchema)],
      responses: {
        200: { description: 'The bytes.' },
        206: { description: 'Some of them.' },
        default: answers.default,
      },
      security: [{ session: [] }],
    },
  },
  '/api/files/{id}/picture': part(
    'A small picture of a photo or model (WebP), made when it is first asked for.',
  ),
  '/api/files/{id}/mesh': part('A model’s preview of 150,000 triangles (GLB), with what was found of it.'),
  '/api/cases/export.xlsx': {
    get: {
      tags: ['cases'],
      summary: 'The case list as a workbook; the query is the list’s.',
      parameters: queryParameters(caseQuerySchema),
      responses: { 200: { description: 'The workbook.' }, default: answers.default },
      security: [{ session: [] }],
    },
  },
};

/** The OpenAPI 3.1 document of these routes. */
export function createOpenApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = structuredClone(besides);
  for (const r of routes) {
    const operations: readonly Operation[] = r.described ?? [r];
    for (const o of operations) {
      const path = openPath(o.path);
      paths[path] = { ...paths[path], [r.method]: operation(r, o) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Archline',
      version: '1',
      description:
        'Every answer is {code, message, data}; code 0 is success. Commands may carry Idempotency-Key.',
    },
    paths,
    'x-live': { views: liveViewDescriptions, counters: liveCountersDescription },
    components: {
      schemas: envelope,
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization' },
        notebookKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A read-only key for notebooks (POST /api/analysis/keys).',
        },
      },
    },
  };
}
