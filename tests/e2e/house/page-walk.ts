import { expect, type ConsoleMessage, type Locator, type Page, type Response } from '@playwright/test';

/** Names of buttons and links in a page's header that open an empty form. */
const formOpeners = /^(新建|新增|添加|创建|布置)/;

/** Walks through the application by clicking, without a reload, and collects all errors on the way. */
export class PageWalk {
  readonly faults: string[] = [];
  /** Addresses of the pages and forms that were opened, in order. */
  readonly opened: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on('pageerror', this.#noteError).on('console', this.#noteMessage).on('response', this.#noteResponse);
  }

  /** Stops collecting the page's errors. */
  end(): void {
    this.#page.off('pageerror', this.#noteError).off('console', this.#noteMessage).off('response', this.#noteResponse);
  }

  readonly #note = (fault: string): void => void this.faults.push(`${new URL(this.#page.url()).pathname}: ${fault}`);
  readonly #noteError = (error: Error): void => this.#note(`uncaught ${error.message}`);
  readonly #noteMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.#note(`console error: ${message.text()}`);
  };
  readonly #noteResponse = (response: Response): void => {
    if (response.status() >= 500) this.#note(`${response.status()} from ${new URL(response.url()).pathname}`);
  };

  get #menu(): Locator {
    return this.#page.getByRole('navigation', { name: '主菜单' });
  }

  get #main(): Locator {
    return this.#page.locator('main').first();
  }

  /** Opens every group of the menu and returns the addresses of its entries. */
  async menuEntries(): Promise<string[]> {
    await this.openMenu();
    const closed = this.#menu.getByRole('button', { expanded: false });
    while ((await closed.count()) > 0) await closed.first().click();
    await this.#page.evaluate(() => Object.assign(globalThis, { walksSince: performance.timeOrigin }));
    return this.#menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  }

  /** Opens the menu if it is closed. A menu with one entry lies over the page and starts closed. */
  async openMenu(): Promise<void> {
    const opener = this.#page.getByRole('button', { name: '展开侧边栏' });
    const link = this.#menu.getByRole('link').first();
    await expect(link.or(opener).first()).toBeVisible();
    if (await opener.isVisible()) await opener.click();
    await expect(link).toBeVisible();
  }

  /** Clicks an entry of the menu. `inside`: also opens the page's form and its first row, and returns from each. */
  async visit(entry: string, { inside }: { inside: boolean }): Promise<void> {
    await this.openMenu();
    await this.#follow(this.#menu.locator(`a[href="${entry}"]`));
    if (!inside) return;
    await this.#openForm();
    const rowLink = this.#main.locator(':is(tbody tr, li, article) a[href^="/"]:not([download], [target])').first();
    if (await rowLink.isVisible()) {
      await this.#follow(rowLink);
      await this.#goBack();
    }
  }

  /** Fails if the page was reloaded since the walk began. */
  async expectNoReload(): Promise<void> {
    const began = await this.#page.evaluate(() => (globalThis as { walksSince?: number }).walksSince);
    expect(began, 'the walk reloaded the page').toBeDefined();
  }

  /** Navigates to each address as Back and Forward do, without a reload; returns the address reached for each. */
  async landingsOf(addresses: readonly string[]): Promise<string[]> {
    return this.#page.evaluate(async (all) => {
      const led: string[] = [];
      for (const address of all) {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
        const untilMs = performance.now() + 20_000;
        while (location.pathname === address && performance.now() < untilMs) await new Promise((next) => requestAnimationFrame(next));
        led.push(location.pathname);
      }
      return led;
    }, addresses);
  }

  async #openForm(): Promise<void> {
    const header = this.#main.locator('header').first();
    const opener = header
      .getByRole('button', { name: formOpeners, disabled: false })
      .or(header.getByRole('link', { name: formOpeners }))
      .first();
    if (!(await opener.isVisible())) return;
    const before = this.#page.url();
    await this.#markPage();
    await opener.click();
    const dialog = this.#page.getByRole('dialog').or(this.#page.getByRole('menu')).first();
    await expect.poll(async () => (await dialog.isVisible()) || this.#page.url() !== before).toBe(true);
    if (this.#page.url() !== before) {
      await this.#expectPage();
      await this.#goBack();
      return;
    }
    this.opened.push(`${new URL(before).pathname} (dialog)`);
    await expect(dialog).toContainText(/\S/);
    await this.#page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  async #follow(link: Locator): Promise<void> {
    const before = new URL(this.#page.url()).pathname;
    const target = (await link.getAttribute('href')) ?? '';
    const isOther = new URL(target, this.#page.url()).pathname !== before;
    if (isOther) await this.#markPage();
    await link.click();
    if (isOther) await this.#page.waitForURL((at) => at.pathname !== before);
    await this.#expectPage();
  }

  async #goBack(): Promise<void> {
    const before = this.#page.url();
    await this.#markPage();
    await this.#page.evaluate(() => history.back());
    await this.#page.waitForURL((at) => at.href !== before);
    await this.#expectPage();
  }

  /** Marks what the page shows, so that `#expectPage` knows when the next page is shown: the address changes earlier. */
  async #markPage(): Promise<void> {
    await this.#main.evaluate((main) => {
      for (const part of main.querySelectorAll('h1, header, section, table, form, p, a, button')) part.setAttribute('data-page-before', '');
    });
  }

  /** Waits for the next page. Checks that it has content, has finished loading, and is not an error page. */
  async #expectPage(): Promise<void> {
    const path = new URL(this.#page.url()).pathname;
    this.opened.push(path);
    await expect(this.#main.locator('[data-page-before]'), `${path} is not shown yet`).toHaveCount(0);
    await expect(this.#main, path).toContainText(/\S/);
    await expect(this.#main.locator('[aria-busy="true"], .animate-pulse'), `${path} is still loading`).toHaveCount(0);
    const text = await this.#main.innerText();
    for (const words of ['出错啦!', '没有加载成功']) if (text.includes(words)) this.faults.push(`${path}: says ${words}`);
  }
}
