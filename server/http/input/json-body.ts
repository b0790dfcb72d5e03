import { refuse } from '../handler.ts';
import { httpMessages } from '../http-messages.ts';

/**
 * Deepest accepted nesting of a body: several times the depth of the deepest input, and far below the depth at which recursive code would overflow
 * the stack.
 */
const deepest = 40;

/** Parses a body; an empty body is `{}`, because several calls have no input. */
export function parseJson(body: string): unknown {
  if (body === '') return {};
  if (isDeeper(body, deepest)) refuse('invalid', httpMessages.tooDeep(deepest));
  try {
    return JSON.parse(body) as unknown;
  } catch (error) {
    refuse('invalid', httpMessages.notJson((error as Error).message));
  }
}

/** Tests whether brackets are nested deeper than `maxDepth`. Brackets inside strings do not count. */
function isDeeper(json: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22) {
      at = endOfString(json, at + 1);
      if (at < 0) return false;
    } else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return false;
}

/** Returns the position of the closing quote, or -1. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
