import { errors } from '../../sync/contract/errors.ts';
import type { Language, Refusal } from './handler.ts';

/** One object for all answers: the response constructor only reads it. */
const apiHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export const succeed = (data: unknown): Response =>
  new Response(`{"code":0,"msg":"","data":${JSON.stringify(data)}}`, { headers: apiHeaders });

/** The envelope of a refusal. Field faults ride in `data.fields`, for the client to set beside its inputs. */
export function answerRefusal(refusal: Refusal, language: Language): Response {
  const row = errors[refusal.error];
  const fields = refusal.fields.map((fault) => ({ path: fault.path, message: fault.message[language] }));
  const data = fields.length > 0 ? { ...(refusal.data as object | undefined), fields } : refusal.data;
  const body = JSON.stringify({ code: row.code, msg: refusal.message[language], data });
  return new Response(body, { status: row.httpStatus, headers: apiHeaders });
}
