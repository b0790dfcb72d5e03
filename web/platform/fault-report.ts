import { call, CallFailure } from './call.ts';

/** Limit of reports per page, for a page that fails in a loop. */
const mostOfOnePage = 5;
const told = new Set<string>();

const versionOf = (agent: string): string => /(?:Edg|Firefox|Chrome|Version)\/\d+/.exec(agent)?.[0].replace('/', ' ') ?? '';

/** Extracts `assets/x.js:1:2345` from the stack lines that point to our own files. */
export function framesOf(stack: string, origin: string): string[] {
  const places = stack.split('\n').map((line) => {
    const at = line.indexOf(`${origin}/`);
    return at < 0 ? undefined : /^[\w./-]+:\d+:\d+/.exec(line.slice(at + origin.length + 1))?.[0];
  });
  return places.filter((place) => place !== undefined && place.length <= 120).slice(0, 8) as string[];
}

/**
 * Reports an unexpected error to the server, each error once per page. Refused and aborted calls are not errors. Without a network the report is
 * lost.
 */
export function tellFault(fault: unknown): void {
  if (!(fault instanceof Error) || fault instanceof CallFailure || fault.name === 'AbortError') return;
  const { name, message, stack = '' } = fault;
  const frames = framesOf(stack, location.origin);
  const mark = `${name} ${message} ${frames[0] ?? ''}`;
  if (told.has(mark) || told.size >= mostOfOnePage) return;
  told.add(mark);
  const report = {
    name: name.slice(0, 60),
    message: message.slice(0, 300),
    frames,
    page: location.pathname.slice(0, 120),
    browser: versionOf(navigator.userAgent),
  };
  void call('/system/reportFault', report, { quiet: true }).catch(() => undefined);
}
