import { posix, win32 } from 'node:path';
import { escapeMarkup } from '../../sync/domain/markup.ts';

/** One act of an installation: run a program, make a folder (mode 0700), or write a file (`text: null` removes it). */
export type ServiceStep =
  | {
      /** Program and arguments of a command, which runs without a shell. */
      readonly command: readonly [string, ...string[]];
      /** True: the next steps run even if this command fails. */
      readonly mayFail?: true;
    }
  | { readonly folder: string }
  | { readonly file: string; readonly text: string | null; readonly encoding?: 'utf16le' };

export interface ServicePlan {
  readonly steps: readonly ServiceStep[];
  /** Steps to run if one of `steps` fails. They remove the service, or install the earlier one again. */
  readonly undo: readonly ServiceStep[];
  /** Sentence for the operator: where the log is, and how to stop and start. */
  readonly hint: string;
}

export interface ServiceOptions {
  /** Folder of the unpacked package. */
  readonly root: string;
  readonly dataDir: string;
  readonly backupsDir: string;
  /** Path of `settings.env`; null if there is none. */
  readonly settings: string | null;
  /** Text of the installed file that `getServiceFile` names; null if the service is not installed. */
  readonly installed: string | null;
  /** Linux: whether the user `wenkao` exists. */
  readonly userExists: boolean;
}

export type ServicePlatform = 'linux' | 'win32';

/** Path of the file that describes the service: its systemd unit or its scheduled task. */
export const getServiceFile = (platform: ServicePlatform, root: string): string =>
  platform === 'linux' ? '/etc/systemd/system/wenkao.service' : win32.join(win32.dirname(root), 'wenkao-task.xml');

/** Plans the installation, or the update, of the service that starts the server at boot. */
export const planService = (platform: ServicePlatform, options: ServiceOptions): ServicePlan =>
  platform === 'linux' ? planUnit(options) : planTask(options);

/** Plans the removal of the service. Program, data, backups and user stay. */
export function planRemoval(platform: ServicePlatform, root: string): readonly ServiceStep[] {
  const file: ServiceStep = { file: getServiceFile(platform, root), text: null };
  if (platform === 'linux') return [{ command: ['systemctl', 'disable', '--now', 'wenkao'] }, file, reloadUnits];
  return [endTask, { command: ['schtasks', '/Delete', '/F', '/TN', 'Wenkao'] }, file];
}

const reloadUnits: ServiceStep = { command: ['systemctl', 'daemon-reload'] };
const restartUnit: ServiceStep = { command: ['systemctl', 'restart', 'wenkao'] };

function planUnit({ root, dataDir, backupsDir, settings, installed, userExists }: ServiceOptions): ServicePlan {
  const file = getServiceFile('linux', root);
  const addUser: ServiceStep = {
    command: ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', dataDir, '--shell', '/usr/sbin/nologin', 'wenkao'],
  };
  return {
    steps: [
      ...(userExists ? [] : [addUser]),
      { folder: dataDir },
      { folder: backupsDir },
      { command: ['chown', '-R', '--no-dereference', 'wenkao:', dataDir, backupsDir] },
      ...(settings === null ? [] : shareSettings(settings)),
      { file, text: formatUnit({ root, dataDir, backupsDir }) },
      reloadUnits,
      { command: ['systemctl', 'enable', 'wenkao'] },
      restartUnit,
    ],
    undo: installed === null ? planRemoval('linux', root) : [{ file, text: installed }, reloadUnits, restartUnit],
    hint: 'Log and first password: journalctl -u wenkao. Stop and start: systemctl stop wenkao, systemctl start wenkao.',
  };
}

/** Makes the settings readable for the service but not for other users, because the file may hold the password of PostgreSQL. */
const shareSettings = (settings: string): ServiceStep[] => [
  { command: ['chgrp', 'wenkao', settings] },
  { command: ['chmod', '0640', settings] },
];

/**
 * Returns the text of the systemd unit. The settings stay in `settings.env`, so that every command of the package uses the same ones. Memory
 * must stay executable for V8, so `MemoryDenyWriteExecute` is missing.
 */
export function formatUnit({ root, dataDir, backupsDir }: Pick<ServiceOptions, 'root' | 'dataDir' | 'backupsDir'>): string {
  const flags = '--max-semi-space-size=16 --no-memory-protection-keys';
  return `# Written by wenkao install-service. A second call writes it again; put changes into wenkao.service.d.
[Unit]
Description=Wenkao
After=network-online.target
Wants=network-online.target
# Never give up: at boot, the disk or PostgreSQL may come late.
StartLimitIntervalSec=0

[Service]
User=wenkao
# Saves 15 MB: one memory pool of glibc for all threads.
Environment=MALLOC_ARENA_MAX=1
ExecStart="${posix.join(root, 'node')}" ${flags} "${posix.join(root, 'server/run/wenkao.ts')}" start
Restart=always
RestartSec=2
# Time for running requests and the last commits.
TimeoutStopSec=30
# One connection for each device, and the files.
LimitNOFILE=200000
UMask=0077
# Allows the ports 443 and 80.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=true
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths="${dataDir}" "${backupsDir}"
PrivateTmp=true
PrivateDevices=true
ProtectKernelTunables=true
ProtectKernelModules=true
ProtectControlGroups=true
RestrictSUIDSGID=true
RestrictNamespaces=true
LockPersonality=true

[Install]
WantedBy=multi-user.target
`;
}

const endTask: ServiceStep = { command: ['schtasks', '/End', '/TN', 'Wenkao'], mayFail: true };
const runTask: ServiceStep = { command: ['schtasks', '/Run', '/TN', 'Wenkao'] };

/** Account "Local Service": it exists on every Windows, has no password, and may do little. SYSTEM and administrators get full access. */
const localService = 'S-1-5-19';
const owners = ['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', `*${localService}:(OI)(CI)M`];

function planTask({ root, dataDir, backupsDir, settings, installed }: ServiceOptions): ServicePlan {
  const file = getServiceFile('win32', root);
  const createTask: ServiceStep = { command: ['schtasks', '/Create', '/F', '/TN', 'Wenkao', '/XML', file] };
  const folders = [dataDir, backupsDir];
  return {
    steps: [
      ...folders.map((folder) => ({ folder })),
      // Remove inherited rights from the folders: on most disks, they would let every user read the keys.
      ...folders.map((folder): ServiceStep => ({ command: ['icacls', folder, '/inheritance:r', '/grant:r', ...owners, '/T', '/Q'] })),
      { command: ['icacls', root, '/grant', `*${localService}:(OI)(CI)RX`, '/Q'] },
      ...(settings === null ? [] : [{ command: ['icacls', settings, '/grant', `*${localService}:R`, '/Q'] } as const]),
      { file, text: formatTask({ root, dataDir }), encoding: 'utf16le' },
      endTask,
      createTask,
      runTask,
    ],
    undo: installed === null ? planRemoval('win32', root) : [{ file, text: installed, encoding: 'utf16le' }, createTask, runTask],
    hint: `Log and first password: ${win32.join(dataDir, 'server.log')}. Stop and start: schtasks /End /TN Wenkao, schtasks /Run /TN Wenkao.`,
  };
}

/**
 * Returns the scheduled task as `schtasks /XML` reads it. It is not made of options of `schtasks`, because such a task ends after 72 hours, runs
 * with low priority, and does not start on battery power.
 */
export function formatTask({ root, dataDir }: Pick<ServiceOptions, 'root' | 'dataDir'>): string {
  const call = `/d /c ""${win32.join(root, 'wenkao.cmd')}" start >>"${win32.join(dataDir, 'server.log')}" 2>&1"`;
  return `\uFEFF<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Wenkao, written by wenkao install-service</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals><Principal id="Author"><UserId>${localService}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RestartOnFailure><Interval>PT1M</Interval><Count>255</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>cmd.exe</Command>
      <Arguments>${escapeMarkup(call)}</Arguments>
      <WorkingDirectory>${escapeMarkup(root)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`.replaceAll('\n', '\r\n');
}
