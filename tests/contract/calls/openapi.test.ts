import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { apiScopeCalls } from '../../../sync/contract/api-scope-calls.ts';
import { apiErrors, type ErrorName } from '../../../sync/contract/errors.ts';
import { buildOpenApiDocument } from '../../../server/http/routes/openapi.ts';
import { allCalls } from '../fixtures/every-call.ts';

interface Operation {
  security: object[];
  'x-access': unknown;
  'x-errors': ErrorName[];
  requestBody: { content: { 'application/json': { schema: { type?: string } } } };
  responses: Record<string, { description: string }>;
}
const document = buildOpenApiDocument('1.2.3') as {
  openapi: string;
  info: { version: string };
  paths: Record<string, { post: Operation }>;
};

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('lists exactly the calls of the contract and the upload', () => {
    expect(Object.keys(document.paths)).toEqual([...allCalls.map((call) => `/api${call.path}`), '/api/upload']);
  });

  it.each(allCalls.map((call) => [call.path, call] as const))('%s states its access, input and possible answers', (path, call) => {
    const { post } = document.paths[`/api${path}`] as { post: Operation };
    expect(post['x-access']).toEqual(call.access);
    const hasScope = [...apiScopeCalls.values()].some((paths) => paths.has(path));
    const ways = call.access === 'public' || call.access === 'ticket' ? [] : [{ session: [] }];
    expect(post.security).toEqual(hasScope ? [...ways, { apiToken: [] }] : ways);
    expect(post.requestBody.content['application/json'].schema.type).toBe('object');
    for (const name of [...call.errors, 'invalid', 'tooLarge', 'internal'] as ErrorName[]) {
      expect(post['x-errors']).toContain(name);
      expect(post.responses[apiErrors[name].httpStatus]?.description).toContain(`${apiErrors[name].code} ${name}`);
    }
  });
});
