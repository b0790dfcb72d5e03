import type { Page } from '@playwright/test';

/** An answer that stood on the screen while the lamp said it was saved. */
export interface SavedRecord {
  readonly itemId: string;
  readonly value: readonly string[];
  readonly atMs: number;
}

/**
 * What the screen has promised. It reads the page as an examinee does: while the first lamp says "已保存到本机", the answer in
 * view counts as promised. What was shown but never reached this process (the browser was killed in between) is
 * left out, so the record errs to the harmless side.
 */
export class SavedRecorder {
  /** In the order they were shown, over all tabs and restarts. */
  readonly records: SavedRecord[] = [];

  /** Before the page is opened. */
  async watch(page: Page): Promise<void> {
    await page.exposeFunction('promised', (record: SavedRecord) => this.records.push(record));
    await page.addInitScript(watchLamp);
  }

  /** The newest promise for each item. */
  promised(): Map<string, readonly string[]> {
    const newest = new Map<string, SavedRecord>();
    for (const record of this.records.toSorted((a, b) => a.atMs - b.atMs)) newest.set(record.itemId, record);
    return new Map([...newest].map(([itemId, record]) => [itemId, record.value]));
  }
}

/** Runs in the page. */
function watchLamp(): void {
  const report = (globalThis as unknown as { promised: (record: SavedRecord) => Promise<void> }).promised;
  const told = new Map<string, string>();

  const look = (): void => {
    const lamp = document.querySelector('[aria-label="作答保存状态"] [role="status"]')?.textContent ?? '';
    if (!lamp.includes('已保存到本机')) return;
    for (const article of document.querySelectorAll<HTMLElement>('article[data-item]')) {
      const itemId = article.dataset['item'] ?? '';
      const texts = [...article.querySelectorAll<HTMLInputElement>('input[type="text"]')].map((input) => input.value);
      const chosen = [...article.querySelectorAll<HTMLInputElement>('input[type="radio"], input[type="checkbox"]')]
        .filter((input) => input.checked)
        .map((input) => input.value)
        .toSorted();
      const value = texts.some((text) => text !== '') ? texts : chosen;
      const shown = JSON.stringify(value);
      // An item nobody has touched promises nothing.
      if (value.length === 0 && !told.has(itemId)) continue;
      if (told.get(itemId) === shown) continue;
      told.set(itemId, shown);
      void report({ itemId, value, atMs: performance.timeOrigin + performance.now() });
    }
  };
  // After the page's own work for this turn: the lamp and the answers beside it are then of one state.
  new MutationObserver(() => queueMicrotask(look)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
