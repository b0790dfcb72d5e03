import type { Page } from '@playwright/test';

/** An answer that was on the screen while the save indicator reported it as saved. */
export interface SavedRecord {
  readonly itemId: string;
  readonly value: readonly string[];
  readonly atMs: number;
}

/**
 * Records the answers that the screen reported as saved. While the first save indicator says "已保存到本机", the visible answer counts as promised. If the
 * browser is killed before a record reaches this process, the record is missing. The test then expects less, which is not wrong.
 */
export class SavedRecorder {
  /** Records in the order in which they arrived, of all tabs and restarts. */
  readonly records: SavedRecord[] = [];

  /** Installs the recorder. Call it before the page is opened. */
  async watch(page: Page): Promise<void> {
    await page.exposeFunction('promised', (record: SavedRecord) => this.records.push(record));
    await page.addInitScript(watchSaveIndicator);
  }

  /** Returns the value that was last reported as saved, for each item. */
  promised(): Map<string, readonly string[]> {
    const newest = new Map<string, SavedRecord>();
    for (const record of this.records.toSorted((a, b) => a.atMs - b.atMs)) newest.set(record.itemId, record);
    return new Map([...newest].map(([itemId, record]) => [itemId, record.value]));
  }
}

/** Runs in the page. Watches the save indicator and reports the answers that it calls saved. */
function watchSaveIndicator(): void {
  const report = (globalThis as unknown as { promised: (record: SavedRecord) => Promise<void> }).promised;
  const told = new Map<string, string>();

  const look = (): void => {
    const indicator = document.querySelector('[aria-label="作答保存状态"] [role="status"]')?.textContent ?? '';
    if (!indicator.includes('已保存到本机')) return;
    for (const article of document.querySelectorAll<HTMLElement>('article[data-item]')) {
      const itemId = article.dataset['item'] ?? '';
      const texts = [...article.querySelectorAll<HTMLInputElement>('input[type="text"]')].map((input) => input.value);
      const chosen = [...article.querySelectorAll<HTMLInputElement>('input[type="radio"], input[type="checkbox"]')]
        .filter((input) => input.checked)
        .map((input) => input.value)
        .toSorted();
      const value = texts.some((text) => text !== '') ? texts : chosen;
      const shown = JSON.stringify(value);
      // An item that was never answered is not reported.
      if (value.length === 0 && !told.has(itemId)) continue;
      if (told.get(itemId) === shown) continue;
      told.set(itemId, shown);
      void report({ itemId, value, atMs: performance.timeOrigin + performance.now() });
    }
  };
  // Read the page only after its own updates, so that the save indicator and the answers belong to the same state.
  new MutationObserver(() => queueMicrotask(look)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
