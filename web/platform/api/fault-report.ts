import type { EnginePart } from '../../../sync/contract/platform/fault-report.ts';
import { makeCall, CallFailure } from './call.ts';

/** Limits for a page that fails in a loop: `mostOfOnePage` different errors, and `mostReports` reports of each error. */
const mostOfOnePage = 5;
const mostReports = 8;

interface KnownFault {
  times: number;
  /** Number of occurrences that the last report stated; 0 if no report has arrived. */
  reported: number;
  reports: number;
}
const countsByFault = new Map<string, KnownFault>();

/** Returns true if an error must be reported: at its 1st, 10th, 100th … occurrence, and again at the next occurrence if a report did not arrive. */
const isDue = ({ times, reported, reports }: KnownFault): boolean => reports < mostReports && (reported === 0 || times >= reported * 10);

const parseBrowserVersion = (agent: string): string => /(?:Edg|Firefox|Chrome|Version)\/\d+/.exec(agent)?.[0].replace('/', ' ') ?? '';

/** Extracts `assets/x.js:1:2345` from the stack lines that point to our own files. */
export function extractStackFrames(stack: string, origin: string): string[] {
  const places = stack.split('\n').map((line) => {
    const at = line.indexOf(`${origin}/`);
    return at < 0 ? undefined : /^[\w./-]+:\d+:\d+/.exec(line.slice(at + origin.length + 1))?.[0];
  });
  return places.filter((place) => place !== undefined && place.length <= 120).slice(0, 8) as string[];
}

/**
 * Reports an unexpected error to the server, with its number of occurrences. Refused and aborted calls are not errors. `engine`: the part of the
 * sync engine that met the error; null for an error of a page.
 */
export function reportFault(fault: unknown, engine: EnginePart | null = null): void {
  if (!(fault instanceof Error) || fault instanceof CallFailure || fault.name === 'AbortError') return;
  const { name, message, stack = '' } = fault;
  const frames = extractStackFrames(stack, location.origin);
  const faultKey = `${engine ?? ''} ${name} ${message} ${frames[0] ?? ''}`;
  const counts = countsByFault.get(faultKey) ?? { times: 0, reported: 0, reports: 0 };
  if (!countsByFault.has(faultKey) && countsByFault.size >= mostOfOnePage) return;
  countsByFault.set(faultKey, counts);
  counts.times += 1;
  if (!isDue(counts)) return;
  const reportedBefore = counts.reported;
  counts.reported = counts.times;
  counts.reports += 1;
  const report = {
    name: name.slice(0, 60),
    message: message.slice(0, 300),
    frames,
    page: location.pathname.slice(0, 120),
    browser: parseBrowserVersion(navigator.userAgent),
    engine,
    times: counts.times - reportedBefore,
  };
  void makeCall('/system/reportFault', report, { quiet: true }).catch(() => (counts.reported = reportedBefore));
}
