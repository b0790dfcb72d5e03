import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findFolderObstacle, findMachineObstacle } from './service-obstacle.ts';
import { formatTask, formatUnit, getServiceFile, planRemoval, planService, type ServiceStep } from './service-plan.ts';
import { formatSteps, readServiceFile, runServicePlan, type ProgramRunner } from './service-steps.ts';

const linux = { root: '/opt/wenkao/wenkao-1-linux-x64', dataDir: '/opt/wenkao/wenkao-data', backupsDir: '/opt/wenkao/wenkao-data-backups' };
const windows = {
  root: String.raw`C:\W & K\wenkao-1-win-x64`,
  dataDir: String.raw`C:\W & K\wenkao-data`,
  backupsDir: String.raw`C:\W & K\backups`,
};
const fresh = { settings: null, installed: null, userExists: false };
const folders = mkdtempSync(join(tmpdir(), 'wenkao-service-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

describe('the plan of a service', () => {
  it('on Linux is a unit with its own user, enough files, the flag of V8 and write access to the data only', () => {
    const unit = formatUnit(linux).split('\n');
    expect(unit).toEqual(
      expect.arrayContaining([
        'User=wenkao',
        'LimitNOFILE=200000',
        'Restart=always',
        'ProtectSystem=strict',
        'ReadWritePaths="/opt/wenkao/wenkao-data" "/opt/wenkao/wenkao-data-backups"',
        'ExecStart="/opt/wenkao/wenkao-1-linux-x64/node" --max-semi-space-size=16 --no-memory-protection-keys "/opt/wenkao/wenkao-1-linux-x64/server/run/wenkao.ts" start',
      ]),
    );
    // V8 writes machine code at run time, which this option would forbid.
    expect(unit.join('\n')).not.toContain('MemoryDenyWriteExecute');
  });

  it('on Linux gives the data to the service’s user and makes the settings unreadable for others', () => {
    const text = formatSteps(planService('linux', { ...linux, ...fresh, settings: '/opt/wenkao/settings.env' }).steps);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('    '));
    expect(lines).toEqual([
      'run: useradd --system --user-group --no-create-home --home-dir /opt/wenkao/wenkao-data --shell /usr/sbin/nologin wenkao',
      'make folder: /opt/wenkao/wenkao-data',
      'make folder: /opt/wenkao/wenkao-data-backups',
      'run: chown -R --no-dereference wenkao: /opt/wenkao/wenkao-data /opt/wenkao/wenkao-data-backups',
      'run: chgrp wenkao /opt/wenkao/settings.env',
      'run: chmod 0640 /opt/wenkao/settings.env',
      'write: /etc/systemd/system/wenkao.service',
      'run: systemctl daemon-reload',
      'run: systemctl enable wenkao',
      'run: systemctl restart wenkao',
    ]);
    expect(formatSteps(planService('linux', { ...linux, ...fresh, userExists: true }).steps)).not.toContain('useradd');
  });

  it('on Windows is a task at boot as Local Service, without time limit, with data closed to users', () => {
    const task = formatTask(windows);
    expect(task).toContain('<BootTrigger><Enabled>true</Enabled></BootTrigger>');
    expect(task).toContain('<UserId>S-1-5-19</UserId><RunLevel>LeastPrivilege</RunLevel>');
    expect(task).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>');
    expect(task).toContain(
      String.raw`<Arguments>/d /c ""C:\W &amp; K\wenkao-1-win-x64\wenkao.cmd" start &gt;&gt;"C:\W &amp; K\wenkao-data\server.log" 2&gt;&amp;1"</Arguments>`,
    );
    const text = formatSteps(planService('win32', { ...windows, ...fresh }).steps);
    expect(text).toContain(String.raw`run: icacls "C:\W & K\wenkao-data" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F`);
    expect(text).toContain(String.raw`run: schtasks /Create /F /TN Wenkao /XML "C:\W & K\wenkao-task.xml"`);
    expect(text.endsWith('run: schtasks /Run /TN Wenkao')).toBe(true);
  });

  it('removes the service and keeps data, program and user', () => {
    expect(formatSteps(planRemoval('linux', linux.root)).split('\n')).toEqual([
      'run: systemctl disable --now wenkao',
      'remove: /etc/systemd/system/wenkao.service',
      'run: systemctl daemon-reload',
    ]);
    expect(formatSteps(planRemoval('win32', windows.root))).toContain('schtasks /Delete /F /TN Wenkao');
  });
});

describe('the steps of a service plan', () => {
  const file = join(folders, 'wenkao.service');
  const write = (text: string | null): ServiceStep => ({ file, text });
  let ran: string[];
  const runExcept =
    (failing: string): ProgramRunner =>
    ([program]) => {
      ran.push(program);
      return program === failing ? { code: 1, text: 'first line\nAccess is denied.\n' } : { code: 0, text: '' };
    };
  beforeEach(() => {
    ran = [];
    rmSync(file, { force: true });
  });

  it('are reported one by one, and go on after a step that may fail', () => {
    const steps: ServiceStep[] = [
      { folder: join(folders, 'a', 'b') },
      { command: ['stop'], mayFail: true },
      write('one'),
      { command: ['go'] },
    ];
    const lines = runServicePlan({ steps, undo: [] }, runExcept('stop'));
    expect(lines).toEqual([`make folder: ${join(folders, 'a', 'b')}`, `write: ${file}`, 'run: go']);
    expect(statSync(join(folders, 'a', 'b')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folders, 'a')).mode & 0o001, 'the user of the service may pass').toBe(0o001);
    expect(readServiceFile(file, 'utf8')).toBe('one');
  });

  it('are undone if one fails: a new service is removed, an old one restored', () => {
    const fail = { command: ['go'] } as const;
    const failure =
      'run: go failed (Access is denied.): the service was put back as far as possible; a new user, new folders and changed rights stay';
    expect(() => runServicePlan({ steps: [write('new'), fail], undo: [{ command: ['off'] }, write(null)] }, runExcept('go'))).toThrow(
      failure,
    );
    expect(existsSync(file)).toBe(false);
    expect(ran).toEqual(['go', 'off']);
    expect(() => runServicePlan({ steps: [write('new'), fail, { command: ['never'] }], undo: [write('old')] }, runExcept('go'))).toThrow(
      failure,
    );
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(ran).not.toContain('never');
  });

  it('are undone by the removal, or by restoring the unit that was installed', () => {
    const options = { ...linux, ...fresh };
    expect(planService('linux', options).undo).toEqual(planRemoval('linux', linux.root));
    const [first] = planService('linux', { ...options, installed: 'old unit' }).undo;
    expect(first).toEqual({ file: getServiceFile('linux', linux.root), text: 'old unit' });
  });
});

describe('installing a service is refused', () => {
  const machine = { platform: 'linux', hasScheduler: true, isAdministrator: true };
  const root = join(folders, 'opt', 'wenkao-1');
  const dataDir = join(folders, 'opt', 'data');
  const check = (data: string, atBoot = data): string | null => findFolderObstacle({ root, dataDir: data, dataDirAtBoot: atBoot });

  it('without systemd or schtasks, without administrator rights, and on other systems', () => {
    expect(findMachineObstacle(machine)).toBe(null);
    expect(findMachineObstacle({ ...machine, isAdministrator: false })).toContain('as root (sudo)');
    expect(findMachineObstacle({ ...machine, hasScheduler: false })).toContain('does not run systemd');
    expect(findMachineObstacle({ ...machine, platform: 'win32', isAdministrator: false })).toContain('Run as administrator');
    expect(findMachineObstacle({ ...machine, platform: 'darwin' })).toContain('no service for darwin');
  });

  it('for an unsafe data folder: relative, set in this shell only, with other files, or above the program', () => {
    expect(check('data')).toContain('needs a full path');
    expect(check(dataDir, '/elsewhere')).toContain('put it into settings.env');
    expect(check(`${dataDir}%n`)).toContain('holds one of the characters');
    expect(check(join(folders, 'opt'))).toContain('must not lie in the data folder');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'letter.txt'), '');
    expect(check(dataDir)).toContain("holds other files than Wenkao's");
    writeFileSync(join(dataDir, 'server.lock'), '');
    expect(check(dataDir) ?? '', 'a server that could not start leaves its lock').not.toContain('other files');
  });

  it('in a folder that the service’s user may not enter', () => {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'node'), '', { mode: 0o755 });
    // The test's folder has mode 0700, so that the user of the service may not enter it.
    expect(check(dataDir)).toBe(`the user wenkao may not enter ${folders}: move the package to a folder such as /opt/wenkao`);
  });
});
