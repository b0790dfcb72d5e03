import { apiErrors } from '../../sync/contract/errors.ts';
import type { Language, Refusal } from './handler.ts';

/** One shared object for all responses; it is only read. */
export const apiHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Status and JSON of a call's reply. */
export interface CallReply {
  readonly status: number;
  readonly body: string;
}

/** Returns the success envelope. */
export const formatSuccess = (data: unknown): CallReply => ({ status: 200, body: `{"code":0,"msg":"","data":${JSON.stringify(data)}}` });

/** Returns the envelope of a refusal. Field faults are in `data.fields`, so that the client can show them next to its inputs. */
export function formatRefusal(refusal: Refusal, language: Language): CallReply {
  const row = apiErrors[refusal.error];
  const fields = refusal.fields.map((fault) => ({ path: fault.path, message: fault.message[language] }));
  const data = fields.length > 0 ? { ...(refusal.data as object | undefined), fields } : refusal.data;
  return { status: row.httpStatus, body: JSON.stringify({ code: row.code, msg: refusal.text[language], data }) };
}

export const createResponse = ({ status, body }: CallReply): Response => new Response(body, { status, headers: apiHeaders });

/** Returns the response with the success envelope. */
export const createSuccessResponse = (data: unknown): Response => createResponse(formatSuccess(data));

/** Returns the response with the envelope of a refusal. */
export const createRefusalResponse = (refusal: Refusal, language: Language): Response => createResponse(formatRefusal(refusal, language));
