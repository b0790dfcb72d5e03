import { hash } from 'node:crypto';

/** Each line bears the hash over the one before it and itself; the first over its file's path. So no line can be changed, left out or put elsewhere unseen. */
const next = (before: string, json: string): string => hash('sha256', `${before}\n${json}`, 'base64url');

export function chainedLines(path: string, rows: Iterable<unknown>): Buffer {
  let before = path;
  const lines: string[] = [];
  for (const row of rows) {
    const json = JSON.stringify(row);
    before = next(before, json);
    lines.push(`${before} ${json}\n`);
  }
  return Buffer.from(lines.join(''));
}

export interface ReadLines {
  readonly rows: unknown[];
  /** The first line that is not as it was written, from 1; undefined: all are. */
  readonly badLine: number | undefined;
}

export function readChainedLines(path: string, bytes: Buffer): ReadLines {
  const rows: unknown[] = [];
  let before = path;
  const lines = bytes.toString('utf8').split('\n');
  const last = lines.pop();
  for (const [at, line] of lines.entries()) {
    const gap = line.indexOf(' ');
    const json = line.slice(gap + 1);
    if (next(before, json) !== line.slice(0, gap)) return { rows, badLine: at + 1 };
    before = line.slice(0, gap);
    rows.push(JSON.parse(json) as unknown);
  }
  return { rows, badLine: last === '' ? undefined : lines.length + 1 };
}
