import { execFileSync } from 'node:child_process';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): ProcessRow[] {
  // procps is on every Unix desktop and in every CI image with a browser's dependencies.
  const listing = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });
  return listing.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }];
  });
}

/** Lists the processes whose command line contains `mark`, with all their descendants. */
export function listProcessTree(mark: string): number[] {
  const rows = processes();
  const tree = new Set(rows.filter((row) => row.command.includes(mark)).map((row) => row.pid));
  for (let before = -1; before !== tree.size;) {
    before = tree.size;
    for (const row of rows) if (tree.has(row.parent)) tree.add(row.pid);
  }
  tree.delete(process.pid);
  return [...tree];
}

/** Sends SIGKILL to the whole tree at once, so that no process reacts to another's death. Returns the number of processes. */
export function killTree(mark: string): number {
  const pids = listProcessTree(mark);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
  return pids.length;
}
