import { z } from 'zod';
import { requestKeyHeader, type CallSpec } from '../../../sync/contract/call.ts';
import { commonErrors, apiErrors, type ErrorName } from '../../../sync/contract/errors.ts';
import { apiScopeCalls } from '../../../sync/contract/api-scope-calls.ts';
import { apiContract } from '../../../sync/contract/index.ts';
import { apiScopes } from '../../../sync/contract/people/api-token.ts';
import { uploadCall, uploadFamilyNames } from '../../../sync/contract/platform/upload.ts';
import { roles } from '../../../sync/contract/roles.ts';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document of the whole contract. */
export function buildOpenApiDocument(version: string): Json {
  const paths: Json = {};
  for (const [module, calls] of Object.entries(apiContract))
    for (const [verb, spec] of Object.entries(calls as Record<string, CallSpec & { path: string }>))
      paths[`/api${spec.path}`] = { post: describeOperation(module, verb, spec) };
  paths[`/api${uploadCall.path}`] = { post: uploadOperation() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wenkao',
      version,
      description:
        'Every call is a POST with a JSON body and answers with the envelope {code, msg, data}; code 0 is success. ' +
        'Messages come in the language of X-Language or Accept-Language (zh-CN, en).',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'X-Token' }, apiToken: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusalSchema },
    },
    'x-error-codes': apiErrors,
    'x-roles': roles,
  };
}

const requestKeyParameter = {
  in: 'header',
  name: requestKeyHeader,
  schema: { type: 'string', pattern: '^[A-Za-z0-9-]{16,64}$' },
  description: 'Names the request: asked again with the same key and body within a day, it is answered as before and done once.',
};

function describeOperation(module: string, verb: string, spec: CallSpec): Json {
  const scopes = apiScopes.filter((scope) => apiScopeCalls.get(scope)?.has(`/${module}/${verb}`));
  const hasSession = spec.access !== 'public' && spec.access !== 'ticket';
  const refusals = listRefusals(spec);
  return {
    operationId: `${module}.${verb}`,
    tags: [module],
    summary: spec.summary,
    security: hasSession ? [{ session: [] }, ...(scopes.length > 0 ? [{ apiToken: [] }] : [])] : [],
    'x-access': spec.access,
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    'x-changes': spec.changes,
    'x-errors': refusals,
    ...(spec.access === 'ticket' && { description: 'Authorised by the upload ticket in the body; needs no session.' }),
    ...(spec.once && { parameters: [requestKeyParameter] }),
    requestBody: { required: true, content: toJsonContent(toJsonSchema(spec.input)) },
    responses: describeResponses(spec, refusals),
  };
}

/** Describes the upload of a file, the only call whose body is a form. */
function uploadOperation(): Json {
  const refusals: ErrorName[] = [...commonErrors, ...uploadCall.errors];
  const form = {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary', description: 'The file; its part may have any name' },
      schoolId: { type: 'integer', minimum: 1, description: "The caller's school; super admins and system users may name any" },
      accept: { type: 'string', default: 'image', description: `Families taken, separated by commas: ${uploadFamilyNames.join(', ')}` },
    },
    required: ['file', 'schoolId'],
  };
  return {
    operationId: 'upload',
    tags: ['upload'],
    summary: uploadCall.summary,
    security: [{ session: [] }],
    'x-access': uploadCall.access,
    'x-changes': uploadCall.changes,
    'x-errors': refusals,
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: describeResponses(uploadCall, refusals),
  };
}

/** Lists every error that the call may return, including those of a missing or expired session. */
function listRefusals(spec: CallSpec): ErrorName[] {
  const session: ErrorName[] =
    spec.access === 'public' || spec.access === 'ticket'
      ? []
      : ['signedOut', 'expired', 'elsewhere', 'disabled', ...(spec.beforeOwnPassword ? [] : (['passwordFirst'] as const))];
  const once: ErrorName[] = spec.once ? ['refused'] : [];
  const role: ErrorName[] = typeof spec.access === 'string' ? [] : ['forbidden'];
  return [...new Set([...commonErrors, ...session, ...role, ...once, ...spec.errors])];
}

function describeResponses(spec: Pick<CallSpec, 'output'>, refusals: readonly ErrorName[]): Json {
  const success = {
    type: 'object',
    properties: { code: { const: 0 }, msg: { type: 'string' }, data: toJsonSchema(spec.output) },
    required: ['code', 'msg', 'data'],
  };
  const refusal = { $ref: '#/components/schemas/Refusal' };
  const byStatus = Map.groupBy(refusals, (name) => String(apiErrors[name].httpStatus));
  const result: Json = {
    200: { description: describe('Success, or refused with', byStatus.get('200')), content: toJsonContent({ anyOf: [success, refusal] }) },
  };
  for (const [status, names] of byStatus)
    if (status !== '200') result[status] = { description: describe('Refused with', names), content: toJsonContent(refusal) };
  return result;
}

const describe = (lead: string, names: readonly ErrorName[] = []): string =>
  `${lead} ${names.map((name) => `${apiErrors[name].code} ${name}`).join(', ')}`;

const refusalSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', enum: [...new Set(Object.values(apiErrors).map((row) => row.code))] },
    msg: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, message: { type: 'string' } },
            required: ['path', 'message'],
          },
        },
      },
    },
  },
  required: ['code', 'msg'],
};

const toJsonContent = (schema: unknown): Json => ({ 'application/json': { schema } });

function toJsonSchema(schema: z.ZodType): Json {
  // `input`: the schema before defaults and transforms, as clients send it.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
