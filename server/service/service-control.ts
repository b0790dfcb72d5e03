import { join, win32 } from 'node:path';
import { getServiceFile, type ServicePlatform } from './service-plan.ts';
import { readServiceFile, type ProgramRunner } from './service-steps.ts';

/** Controls the installed service, which starts the server at boot. */
export interface ServiceControl {
  /** Returns the folder of the version that the service starts; null if no service is installed. */
  readRoot(): string | null;
  /** Stops the service. Does nothing if it is not running. */
  stop(): Promise<void>;
  /** Points the service at the version in folder `root` and starts it. Rejects with an error of one sentence. */
  install(root: string): Promise<void>;
  /** Returns true if the process has ended by itself since the last start. Always false on Windows, which does not report this. */
  hasEnded(): boolean;
}

/** Returns the program and the arguments that run a command of the version in folder `root`. */
export const buildVersionCall = (platform: ServicePlatform, root: string, ...command: string[]): [string, ...string[]] => {
  const { join: joinPath } = platform === 'win32' ? win32 : { join };
  return [joinPath(root, platform === 'win32' ? 'node.exe' : 'node'), joinPath(root, 'server', 'run', 'wenkao.ts'), ...command];
};

/** Controls the systemd unit or the scheduled task of this machine. `root`: folder of the version that runs this code. */
export function createServiceControl(platform: ServicePlatform, root: string, run: ProgramRunner): ServiceControl {
  const file = getServiceFile(platform, root);
  const call = (command: readonly [string, ...string[]]): string => {
    const { code, text } = run(command);
    if (code !== 0) throw new Error(text.trim().split('\n').at(-1) || `${command[0]} failed`);
    return text;
  };
  return {
    readRoot: () => {
      const text = readServiceFile(file, platform === 'linux' ? 'utf8' : 'utf16le');
      return text === null ? null : readServiceRoot(platform, text);
    },
    async stop() {
      if (platform === 'linux') call(['systemctl', 'stop', 'wenkao']);
      // The result is ignored: this fails if the task is not running.
      else run(['schtasks', '/End', '/TN', 'Wenkao']);
    },
    async install(version) {
      // Reset the count of restarts, which `hasEnded` reads. The result is ignored: this fails if there is no unit yet.
      if (platform === 'linux') run(['systemctl', 'reset-failed', 'wenkao']);
      // Each version writes its own unit or task, because another version may need other flags.
      call(buildVersionCall(platform, version, 'install-service'));
    },
    hasEnded: () =>
      platform === 'linux' && Number(run(['systemctl', 'show', '--property=NRestarts', '--value', 'wenkao']).text.trim() || '0') > 0,
  };
}

/** Reads which version a systemd unit or a scheduled task written by `install-service` starts. Returns the folder of that version, or null. */
export function readServiceRoot(platform: ServicePlatform, text: string): string | null {
  if (platform === 'linux') return /^ExecStart="([^"]+)\/node"/m.exec(text)?.[1] ?? null;
  const folder = /<WorkingDirectory>([^<]*)<\/WorkingDirectory>/.exec(text)?.[1];
  return folder?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') ?? null;
}
