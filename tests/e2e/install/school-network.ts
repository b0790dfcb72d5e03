import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

export const serverName = 'exam.school.test';
export const serverAddress = '192.168.77.10';
const pcAddress = '192.168.77.21';

/** Returns the first requirement of `SchoolNetwork` that this machine lacks, or null if it has all. */
export function findMissingTool(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Linux and root';
  if (!existsSync(systemd)) return systemd;
  if (findCgroupFolder() === undefined) return 'cgroup2';
  return ['unshare', 'nsenter', 'ip', 'setpriv', 'useradd'].find((name) => spawnSync('which', [name]).status !== 0) ?? null;
}
const systemd = '/lib/systemd/systemd';

const findCgroupFolder = (): string | undefined =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , type]) => type === 'cgroup2')?.[1];

/** Hides the host's services and settings from the simulated server by mounts, then starts systemd. `/mnt` is the folder of this test run. */
const bootScript = `set -e
mount --make-rprivate /
mount --bind "$PLACE" /mnt
for each in etc var; do
  mount -t overlay overlay -o "lowerdir=/$each,upperdir=/mnt/machine/$each,workdir=/mnt/machine/$each.work" "/$each"
done
mount --bind /mnt/machine/opt /opt
if [ ! -e /mnt/machine/installed ]; then
  rm -rf /etc/systemd/system/*.wants /etc/rc?.d
  : > /etc/fstab
  ln -s /dev/null /etc/systemd/system/systemd-journald-dev-log.socket
  echo "${serverAddress} ${serverName}" >> /etc/hosts
  : > /mnt/machine/installed
fi
for each in sysinit local-fs multi-user timers sockets graphical; do
  [ ! -d "/lib/systemd/system/$each.target.wants" ] || mount -t tmpfs tmpfs "/lib/systemd/system/$each.target.wants"
done
ln -s ../systemd-journald.service /lib/systemd/system/sysinit.target.wants/
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=755 tmpfs /run
mount -t proc proc /proc
mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys
mount -t sysfs -o ro sysfs /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
export container=drill
exec setpriv --bounding-set -sys_module,-sys_time,-sys_boot,-sys_rawio ${systemd} --unit=multi-user.target --show-status=0
`;

const pcScript = `set -e
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$PLACE/pcs/etc,workdir=$PLACE/pcs/etc.work" /etc
echo "${serverAddress} ${serverName}" >> /etc/hosts
mkdir -p /etc/chromium/policies/managed
ip link set lo up
exec sleep infinity
`;

/**
 * A school without internet: a server that boots its own systemd, and PCs that reach only that server. Both are namespaces of this machine with
 * file systems of their own. Creating one needs root.
 */
export class SchoolNetwork {
  readonly #place: string;
  readonly #cgroup: string;
  #server: ChildProcess | undefined;
  #serverPid = 0;
  #pcs: ChildProcess | undefined;
  #watch: ChildProcess | undefined;

  /** `place`: empty folder that becomes `/mnt` of the server. */
  constructor(place: string) {
    this.#place = place;
    this.#cgroup = join(findCgroupFolder() ?? '', `wenkao-drill-${process.pid}`);
    for (const each of ['etc', 'etc.work', 'var', 'var.work', 'opt']) mkdirSync(join(place, 'machine', each), { recursive: true });
    for (const each of ['etc', 'etc.work']) mkdirSync(join(place, 'pcs', each), { recursive: true });
  }

  /** Boots the server and connects it with the PCs. Resolves when systemd has started everything that is installed. */
  async boot(): Promise<void> {
    mkdirSync(this.#cgroup, { recursive: true });
    const apart = ['--net', '--pid', '--fork', '--kill-child', '--mount', '--uts', '--ipc', '--cgroup', 'sh', '-c', bootScript];
    const enter = `echo $$ > '${this.#cgroup}/cgroup.procs' && exec unshare "$@"`;
    this.#server = spawn('sh', ['-c', enter, 'sh', ...apart], { env: this.#env, stdio: ['ignore', 'inherit', 'inherit'] });
    await expect.poll(() => (this.#serverPid = this.#findChild(this.#server?.pid ?? 0))).toBeGreaterThan(0);
    await expect.poll(() => this.runAtServer('systemctl is-system-running').text.trim()).toMatch(/^(?:running|degraded)$/);
    if (this.#pcs === undefined) await this.#startPcs();
    const { pid } = this.#pcs ?? {};
    this.#runIn(pid, 'net', `ip link add lan1 type veth peer name lan0 netns ${this.#serverPid} && ip addr add ${pcAddress}/24 dev lan1`);
    this.#runIn(this.#serverPid, 'net', `ip link set lo up && ip addr add ${serverAddress}/24 dev lan0 && ip link set lan0 up`);
    this.#runIn(pid, 'net', 'ip link set lan1 up');
  }

  /** Ends the server as a power cut does. */
  async cutPower(): Promise<void> {
    process.kill(this.#serverPid, 'SIGKILL');
    await expect.poll(() => this.#server?.exitCode ?? this.#server?.signalCode).not.toBeNull();
  }

  /** Runs a command line as root at the server. */
  runAtServer(line: string): { code: number | null; text: string } {
    const { status, stdout, stderr } = spawnSync('nsenter', this.#enterServer(line), { encoding: 'utf8', env: this.#env });
    return { code: status, text: `${stdout}${stderr}` };
  }

  /** Starts a command line as root at the server, and resolves when it has ended. */
  async startAtServer(line: string): Promise<{ code: number | null; text: string }> {
    const child = spawn('nsenter', this.#enterServer(line), { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text };
  }

  /** Checks ten times a second from now on whether the server is ready, and records each time it is. */
  watchReadiness(): void {
    this.#watch?.kill('SIGKILL');
    const ask = `curl -fsk -m 1 -o /dev/null https://${serverName}/readyz && date +%s%3N >> /mnt/ready; sleep 0.1`;
    this.#watch = spawn('nsenter', this.#enterServer(`: > /mnt/ready; while :; do ${ask}; done`), { env: this.#env, stdio: 'ignore' });
  }

  /** Returns the longest time, in seconds, for which no check of `watchReadiness` found the server ready. */
  readLongestSilence(): number {
    const moments = readFileSync(join(this.#place, 'ready'), 'utf8').trim().split('\n').map(Number);
    const silences = moments.slice(1).map((ms, at) => ms - (moments[at] ?? ms));
    return Math.round(Math.max(...silences) / 100) / 10;
  }

  /** Writes a program that starts Chromium at a PC, and returns its path. */
  writeBrowser(chromium: string): string {
    const file = join(this.#place, 'chromium-at-a-pc');
    writeFileSync(file, `#!/bin/sh\nexec nsenter -t ${this.#pcs?.pid} -n -m -- ${chromium} "$@"\n`, { mode: 0o755 });
    return file;
  }

  /** Makes Chromium on all PCs trust a root certificate, by an administrator's policy file. Browsers must be started after this call. */
  trust(certificate: Buffer): void {
    const file = join(this.#place, 'policy.json');
    writeFileSync(file, JSON.stringify({ CACertificates: [certificate.toString('base64')] }));
    this.#runIn(this.#pcs?.pid, 'mount', `cp '${file}' /etc/chromium/policies/managed/school.json`);
  }

  async dispose(): Promise<void> {
    this.#watch?.kill('SIGKILL');
    if (this.#server?.exitCode === null) await this.cutPower();
    this.#pcs?.kill('SIGKILL');
    await expect.poll(() => this.#removeCgroup()).toBe(true);
  }

  #enterServer = (line: string): string[] => ['-t', String(this.#serverPid), '-a', 'sh', '-c', `cd / && ${line}`];

  get #env() {
    return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PLACE: this.#place };
  }

  async #startPcs(): Promise<void> {
    this.#pcs = spawn('unshare', ['--net', '--mount', 'sh', '-c', pcScript], { env: this.#env, stdio: ['ignore', 'inherit', 'inherit'] });
    const isUp = () => readFileSync(`/proc/${this.#pcs?.pid}/comm`, 'utf8').trim();
    await expect.poll(isUp).toBe('sleep');
  }

  #runIn(pid: number | undefined, kind: 'net' | 'mount', line: string): void {
    execFileSync('nsenter', ['-t', String(pid), `--${kind}`, 'sh', '-c', line], { env: this.#env });
  }

  /** Returns the process id of the first child of `pid` if that child is systemd, else 0. */
  #findChild(pid: number): number {
    const [child = '0'] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return child !== '' && existsSync(`/proc/${child}/comm`) && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd'
      ? Number(child)
      : 0;
  }

  #removeCgroup(folder = this.#cgroup): boolean {
    try {
      for (const each of readdirSync(folder, { withFileTypes: true })) if (each.isDirectory()) this.#removeCgroup(join(folder, each.name));
      rmdirSync(folder);
    } catch {
      return !existsSync(folder);
    }
    return true;
  }
}
