import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { browserArgs, findBrowser, isHeadlessShell } from '../browser-finder.ts';
import { killTree, listProcessTree } from './process-tree.ts';
import { createSlowContext } from './slowness.ts';

/** Allows persistent storage for 127.0.0.1, by Chromium's content setting in a new browser profile. */
function allowPersistence(profileDir: string): void {
  const file = join(profileDir, 'Default', 'Preferences');
  if (existsSync(file)) return;
  mkdirSync(join(profileDir, 'Default'));
  const exceptions = { durable_storage: { '127.0.0.1,*': { setting: 1 } } };
  writeFileSync(file, JSON.stringify({ profile: { content_settings: { exceptions } } }));
}

/** Simulates a PC: a browser profile on disk that survives the browser. */
export class BrowserDevice {
  readonly profileDir: string;
  #context: BrowserContext | undefined;

  readonly #persists: 'really' | 'inWords';
  readonly #args: string[];

  /**
   * `onDisk`: folder in which the browser profile is created. `persists`: `really` sets Chromium's content setting for persistent storage;
   * `inWords` only makes `navigator.storage.persisted()` answer true (decision 036), and is the only choice in Chromium's headless shell.
   * `args`: arguments of the browser.
   */
  constructor(onDisk = tmpdir(), persists: 'really' | 'inWords' = 'really', args = browserArgs()) {
    this.#args = args;
    this.profileDir = mkdtempSync(join(onDisk, 'wenkao-device-'));
    this.#persists = isHeadlessShell(findBrowser()) ? 'inWords' : persists;
    if (this.#persists === 'really') allowPersistence(this.profileDir);
  }

  /** Boots the PC, or restarts the browser after `kill`. */
  async boot(): Promise<Page> {
    this.#context = await chromium.launchPersistentContext(this.profileDir, {
      executablePath: findBrowser(),
      args: this.#args,
      headless: true,
      locale: 'zh-CN',
      viewport: { width: 1366, height: 768 },
      serviceWorkers: 'allow',
      reducedMotion: 'reduce',
    });
    this.#context.setDefaultTimeout(60_000);
    await createSlowContext(this.#context);
    const page = this.#context.pages()[0] ?? (await this.#context.newPage());
    // Changes only the answer of `persisted()`, not the content setting.
    if (this.#persists === 'inWords')
      await (await this.#context.newCDPSession(page)).send('Browser.grantPermissions', { permissions: ['durableStorage'] });
    return page;
  }

  async newTab(): Promise<Page> {
    if (!this.#context) throw new Error('the browser is not running');
    return this.#context.newPage();
  }

  /** Sends SIGKILL to every process of this browser, as a power failure would. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    const gone = context ? new Promise<void>((resolve) => context.once('close', () => resolve())) : undefined;
    const count = killTree(this.profileDir);
    if (context && count < 2) throw new Error(`found ${count} browser processes to kill: expected a browser and its renderers`);
    await gone;
    while (listProcessTree(this.profileDir).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Closes the browser normally. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  async dispose(): Promise<void> {
    await this.close();
    rmSync(this.profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
