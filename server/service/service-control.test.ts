import { describe, expect, it } from 'vitest';
import { createServiceControl, readServiceRoot } from './service-control.ts';
import { formatTask, formatUnit } from './service-plan.ts';
import type { ProgramRunner } from './service-steps.ts';

describe('the operating system’s service', () => {
  const folders = { dataDir: '/data', backupsDir: '/backups' };
  const record = (text: string, code = 0): { run: ProgramRunner; ran: string[] } => {
    const ran: string[] = [];
    return {
      ran,
      run: (command) => {
        ran.push(command.join(' '));
        return { code, text };
      },
    };
  };

  it('names the folder of the version that it starts', () => {
    expect(readServiceRoot('linux', formatUnit({ root: '/opt/wenkao 1', ...folders }))).toBe('/opt/wenkao 1');
    const root = String.raw`C:\W & K\wenkao-1`;
    expect(readServiceRoot('win32', formatTask({ root, dataDir: String.raw`C:\data` }))).toBe(root);
    expect(readServiceRoot('linux', '[Service]\nExecStart=/usr/bin/other\n')).toBe(null);
  });

  it('is stopped by the system’s tool, and installed by the new version’s own program', async () => {
    const linux = record('');
    const unit = createServiceControl('linux', '/opt/wenkao-1', linux.run);
    await unit.stop();
    await unit.install('/opt/wenkao-2');
    expect(linux.ran).toEqual([
      'systemctl stop wenkao',
      'systemctl reset-failed wenkao',
      '/opt/wenkao-2/node /opt/wenkao-2/server/run/wenkao.ts install-service',
    ]);

    const windows = record('');
    const task = createServiceControl('win32', String.raw`C:\W\wenkao-1`, windows.run);
    await task.stop();
    await task.install(String.raw`C:\W\wenkao-2`);
    expect(windows.ran).toEqual([
      'schtasks /End /TN Wenkao',
      String.raw`C:\W\wenkao-2\node.exe C:\W\wenkao-2\server\run\wenkao.ts install-service`,
    ]);
  });

  it('reports the last output line of a failed program, and whether systemd restarted the server', async () => {
    const failing = createServiceControl('linux', '/opt/wenkao-1', record('one\nJob failed.\n', 1).run);
    await expect(failing.stop()).rejects.toThrow('Job failed.');
    expect(createServiceControl('linux', '/opt/wenkao-1', record('0\n').run).hasEnded()).toBe(false);
    expect(createServiceControl('linux', '/opt/wenkao-1', record('2\n').run).hasEnded()).toBe(true);
    expect(createServiceControl('linux', '/opt/wenkao-1', record('', 1).run).hasEnded()).toBe(false);
  });
});
