import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

export interface EndedProcess {
  readonly exitCode: number | null;
  /** The last 4,000 characters that the process wrote to stdout and stderr. */
  readonly printed: string;
  readonly wallSeconds: number;
  /** CPU seconds of the process and its children; NaN where the system does not report them. */
  readonly cpuSeconds: number;
}

/**
 * CPU seconds of all ended child processes that steps have been charged with. Undefined before the first step, so that it is not charged
 * with processes that ran earlier, such as an installation.
 */
let countedCpuSeconds: number | undefined;

/** Runs Node with `args`, hands its output to `onOutput` as it comes and reports its cost. */
export async function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  priority: number,
  onOutput: (chunk: Buffer) => void,
): Promise<EndedProcess> {
  const startedMs = performance.now();
  countedCpuSeconds ??= readChildrenCpuSeconds();
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'pipe'], env });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      onOutput(chunk);
      printed = (printed + chunk.toString()).slice(-4000);
    });
  let cpuSeconds = NaN;
  child.once('exit', () => {
    // The system adds a child's CPU time when the child ends. The difference therefore belongs to this child, even while others run.
    const before = countedCpuSeconds ?? 0;
    countedCpuSeconds = readChildrenCpuSeconds();
    cpuSeconds = countedCpuSeconds - before;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, printed, wallSeconds: (performance.now() - startedMs) / 1000, cpuSeconds };
}

function readChildrenCpuSeconds(): number {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
