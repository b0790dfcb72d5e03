import { hash } from 'node:crypto';

/**
 * Hashes the previous line's hash and this line's JSON; the first line is chained to its file's path. A line that is changed, removed or moved
 * breaks the chain.
 */
const hashLine = (before: string, json: string): string => hash('sha256', `${before}\n${json}`, 'base64url');

/** Writes rows as JSON lines, each prefixed by its chain hash. */
export function writeChainedLines(path: string, rows: Iterable<unknown>): Buffer {
  let before = path;
  const lines: string[] = [];
  for (const row of rows) {
    const json = JSON.stringify(row);
    before = hashLine(before, json);
    lines.push(`${before} ${json}\n`);
  }
  return Buffer.from(lines.join(''));
}

export interface ChainedLinesRead {
  readonly rows: unknown[];
  /** Number of the first line that breaks the chain, from 1; undefined: none does. */
  readonly badLine: number | undefined;
}

/** Reads lines written by `writeChainedLines` up to the first one that breaks the chain. */
export function readChainedLines(path: string, bytes: Buffer): ChainedLinesRead {
  const rows: unknown[] = [];
  let before = path;
  const lines = bytes.toString('utf8').split('\n');
  const last = lines.pop();
  for (const [at, line] of lines.entries()) {
    const gap = line.indexOf(' ');
    const json = line.slice(gap + 1);
    if (hashLine(before, json) !== line.slice(0, gap)) return { rows, badLine: at + 1 };
    before = line.slice(0, gap);
    rows.push(JSON.parse(json) as unknown);
  }
  return { rows, badLine: last === '' ? undefined : lines.length + 1 };
}
