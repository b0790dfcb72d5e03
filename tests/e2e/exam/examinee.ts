import { expect, test, type Locator, type Page } from '@playwright/test';
import { BrowserDevice } from '../rig/device.ts';
import type { FaultyProxy } from '../rig/faulty-proxy.ts';
import { SavedRecorder } from './saved-recorder.ts';

export const examineePassword = 'Wenkao-2026';

/** An examinee at a PC. Uses only what the page shows. */
export class Examinee<Link extends Pick<FaultyProxy, 'origin'> = FaultyProxy> {
  readonly loginName: string;
  readonly link: Link;
  readonly device: BrowserDevice;
  readonly recorder = new SavedRecorder();
  #page: Page | undefined;

  constructor(loginName: string, link: Link, device = new BrowserDevice()) {
    this.loginName = loginName;
    this.device = device;
    this.link = link;
  }

  get page(): Page {
    if (!this.#page) throw new Error(`${this.loginName} has no page open`);
    return this.#page;
  }

  /** Starts the browser of the PC and opens the school's sign-in page, from the network or as stored on this PC. */
  async sitDown(): Promise<void> {
    this.#page = await this.device.boot();
    await this.recorder.watch(this.page);
    await this.page.goto(`${this.link.origin}/login/demo`);
  }

  /** Starts the browser of the PC at the page `path`. */
  async bootAt(path: string): Promise<Page> {
    this.#page = await this.device.boot();
    await this.recorder.watch(this.page);
    await this.page.goto(`${this.link.origin}${path}`);
    return this.page;
  }

  async signIn(loginName = this.loginName): Promise<void> {
    await this.page.getByLabel('登录名').fill(loginName);
    await this.page.getByLabel('密码', { exact: true }).fill(examineePassword);
    const notices = this.page.getByRole('heading', { name: '考试通知' });
    // If the server is down, the page shows an error. Try again, as an examinee would.
    await expect(async () => {
      if (await notices.isVisible()) return;
      await this.page.getByRole('button', { name: '登录', exact: true }).click({ timeout: 10_000 });
      await expect(notices).toBeVisible({ timeout: 20_000 });
    }).toPass({ timeout: 180_000 });
  }

  /** Runs the pre-check, which also downloads the paper to this PC. */
  async prepare(examName: string): Promise<void> {
    const { page } = this;
    // Reload, because the page may have loaded its list before the exam was published.
    await page.reload();
    await this.notice(examName).getByRole('link', { name: '准备这台电脑' }).click();
    await expect(page.getByText(/^这台电脑(可以|现在不能)考试/)).toBeVisible({ timeout: 60_000 });
    // A service worker controls a page only from the next load on. The pre-check then offers a reload.
    const reload = page.getByRole('button', { name: '刷新页面' });
    if (await reload.isVisible()) await reload.click();
    await expect(page.getByText(/^这台电脑可以考试/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: '存到这台电脑' }).click();
    await expect(page.getByText(/^已备好/)).toBeVisible({ timeout: 60_000 });
  }

  /** Enters the exam from the pre-check or the notice. */
  async enter(): Promise<void> {
    await this.page.getByRole('link', { name: /进入考试|继续考试/ }).click();
  }

  /** Waits for the paper, which opens automatically at the start. */
  async paperOpen(): Promise<void> {
    await expect(questionHead(this.page)).toBeVisible({ timeout: 300_000 });
  }

  notice(examName: string): Locator {
    return this.page.getByRole('article').filter({ hasText: examName });
  }

  /** Opens a second tab of the same browser at the same address. */
  async secondTab(): Promise<Page> {
    const tab = await this.device.newTab();
    await this.recorder.watch(tab);
    await tab.goto(this.page.url());
    await expect(questionHead(tab)).toBeVisible({ timeout: 60_000 });
    return tab;
  }

  /** Opens question `number` from the answer card and returns its item id. */
  async goTo(number: number, page = this.page): Promise<string> {
    await page
      .getByRole('navigation', { name: '答题卡' })
      .getByRole('button', { name: new RegExp(`^第 ${number} 题，`) })
      .click();
    const itemId = await questionHead(page, number).evaluate((head) => head.closest('article')?.dataset['item']);
    if (itemId === undefined) throw new Error(`question ${number} has no item`);
    return itemId;
  }

  /** Enters an answer and waits until the save indicator reports it as saved. */
  async answer(number: number, value: readonly string[], page = this.page): Promise<void> {
    const options = await readOptions(page, number);
    if (options.length === 0) {
      for (const [at, text] of value.entries()) await page.getByRole('textbox', { name: `第 ${at + 1} 空` }).fill(text);
    }
    for (const [at, option] of options.entries()) {
      const wanted = value.includes(option.id);
      if (option.chosen === wanted || (!wanted && !option.several)) continue;
      await page
        .getByLabel(`第 ${number} 题选项`)
        .getByRole(option.several ? 'checkbox' : 'radio')
        .nth(at)
        .click();
    }
    await expect(getSavedIndicator(page)).toHaveText(/^已保存到本机 \d/);
  }

  /** Reads the answer to question `number` from the page. */
  async shown(number: number, page = this.page): Promise<string[]> {
    const options = await readOptions(page, number);
    if (options.length > 0) {
      return options
        .filter((option) => option.chosen)
        .map((option) => option.id)
        .toSorted();
    }
    return Promise.all((await page.getByRole('textbox', { name: /^第 \d+ 空$/ }).all()).map((input) => input.inputValue()));
  }

  async handIn(page = this.page): Promise<void> {
    await page.getByRole('button', { name: '交卷', exact: true }).click();
    await page.getByRole('button', { name: '确认交卷' }).click();
    await expect(page.getByRole('heading', { name: /已交卷|已在本机交卷/ })).toBeVisible({ timeout: 60_000 });
  }

  /** Attaches a description of the current page to the report of a failed test. */
  async testify(): Promise<void> {
    const shown = await this.#page?.ariaSnapshot({ timeout: 5000 }).catch((error: unknown) => String(error));
    await test.info().attach(`${this.loginName} at ${this.#page?.url()}`, { body: shown ?? 'no page', contentType: 'text/plain' });
  }

  async receiptInHand(timeout = 240_000): Promise<void> {
    await expect(this.page.getByText('回执有效：签名已核对，与本机的作答一致')).toBeVisible({ timeout });
  }
}

const questionHead = (page: Page, number?: number): Locator =>
  page.getByRole('heading', { name: number === undefined ? /^第 \d+ 题，共/ : new RegExp(`^第 ${number} 题，共`) });

interface ShownOption {
  readonly id: string;
  readonly chosen: boolean;
  /** True if the options are checkboxes, so that several can be chosen. */
  readonly several: boolean;
}

/** Lists the options in display order; empty for a written question. */
async function readOptions(page: Page, number: number): Promise<ShownOption[]> {
  const options = page.getByLabel(`第 ${number} 题选项`);
  // Wait until the options or the text field are visible.
  await expect(options.or(page.getByRole('textbox', { name: '第 1 空' })).first()).toBeVisible();
  return options
    .locator('input')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map((input) => ({ id: input.value, chosen: input.checked, several: input.type === 'checkbox' })),
    );
}

export const getSavedIndicator = (page: Page): Locator => page.getByRole('group', { name: '作答保存状态' }).getByRole('status').first();
