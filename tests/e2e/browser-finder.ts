import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { chromium } from '@playwright/test';

/** Returns the path of a real Chromium. Installs one if none is found, and reports each step to `say`. */
export function findBrowser(say: (line: string) => void = console.log): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
    return named;
  }
  const found = present();
  if (found !== undefined) return found;

  say('browser: none found, so one is fetched: playwright install chromium');
  const cli = ['node_modules/playwright/cli.js', 'install', 'chromium'];
  const fetched = spawnSync(process.execPath, isRoot() ? [...cli, '--with-deps'] : cli, { stdio: 'inherit' });
  const ours = present();
  if (fetched.status === 0 && ours !== undefined) return ours;

  if (isRoot() && platform() === 'linux') {
    installDistributionPackages(['chromium', 'fonts-noto-cjk'], say);
    const theirs = present();
    if (theirs !== undefined) return theirs;
  }
  throw new Error('no Chromium was found and none could be installed (CHROMIUM_PATH may name one)');
}

/**
 * Returns the browser for the browser tests: Chromium's headless shell, which needs a third less processor time than the whole browser, or else that
 * of `findBrowser()`. The variable `CHROMIUM_PATH` overrides both.
 */
export function findJourneyBrowser(say: (line: string) => void = console.log): string {
  const whole = findBrowser(say);
  if (process.env['CHROMIUM_PATH']) return whole;
  if (!existsSync(shellPath) && isRoot() && platform() === 'linux') {
    installDistributionPackages(['chromium-headless-shell'], say);
  }
  return existsSync(shellPath) ? shellPath : whole;
}
const shellPath = '/usr/bin/chromium-headless-shell';

function installDistributionPackages(names: readonly string[], say: (line: string) => void): void {
  say(`browser: packages of the distribution are installed: ${names.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-qy', '--no-install-recommends', ...names], { stdio: 'inherit', env });
}

/** Checks for the headless shell. It reads no content settings, so it never grants persistent storage. */
export const isHeadlessShell = (path: string): boolean => path === shellPath;

const present = (): string | undefined => [chromium.executablePath(), '/usr/bin/chromium'].find((path) => path !== '' && existsSync(path));

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Arguments that stop the browser's own network traffic and save processor time on two cores: no separate graphics process, and no threads of V8.
 * Chromium as root does not start with its sandbox.
 */
export const browserArgs = (): string[] => [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--in-process-gpu',
  '--js-flags=--single-threaded',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Arguments of a browser whose speed is measured: V8 collects garbage and optimises on its own threads, as on an examinee's PC. The other browsers do
 * both on the page's thread, which the measurements slow down.
 */
export const measuredBrowserArgs = (): string[] => browserArgs().filter((arg) => !arg.startsWith('--js-flags='));
