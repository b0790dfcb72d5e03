import { apiErrors } from '../../sync/contract/errors.ts';
import type { Language, Refusal } from './handler.ts';

/** One shared object for all responses; the Response constructor only reads it. */
const apiHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Returns the response of a successful call: an envelope with code 0 and the data. */
export const createSuccessResponse = (data: unknown): Response =>
  new Response(`{"code":0,"msg":"","data":${JSON.stringify(data)}}`, { headers: apiHeaders });

/** Returns the envelope of a refusal. Field faults are in `data.fields`, so that the client can show them next to its inputs. */
export function createRefusalResponse(refusal: Refusal, language: Language): Response {
  const row = apiErrors[refusal.error];
  const fields = refusal.fields.map((fault) => ({ path: fault.path, message: fault.message[language] }));
  const data = fields.length > 0 ? { ...(refusal.data as object | undefined), fields } : refusal.data;
  const body = JSON.stringify({ code: row.code, msg: refusal.text[language], data });
  return new Response(body, { status: row.httpStatus, headers: apiHeaders });
}
