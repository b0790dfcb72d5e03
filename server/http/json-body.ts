import { type Refusal, refuse } from './handler.ts';
import { httpMessages } from './http-messages.ts';

/** Several times what the deepest call needs; what walks a value by recursion stays far from its end. */
const deepest = 40;

/** An empty body is an empty input: several calls have no payload. */
export function parseJson(body: string): unknown {
  if (body === '') return {};
  if (isDeeper(body, deepest)) return refusedDepth;
  try {
    return JSON.parse(body) as unknown;
  } catch (error) {
    return refuse('invalid', httpMessages.notJson((error as Error).message));
  }
}

const refusedDepth: Refusal = refuse('invalid', httpMessages.tooDeep(deepest));

/** Brackets within strings don't count. */
function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22) {
      at = endOfString(json, at + 1);
      if (at < 0) return false;
    } else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return false;
}

/** Where the closing quote stands; -1 where there is none. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
