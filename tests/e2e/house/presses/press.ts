import { expect, type Locator, type Page } from '@playwright/test';
import type { Call, CallOutput } from '../../../../sync/contract/call.ts';
import type { ApiClient } from '../../rig/api-client.ts';

/** Makes a call that must succeed, with an input that tests share, and returns its answer. */
export async function made<C extends Call>(api: ApiClient, call: C, input: object): Promise<CallOutput<C>> {
  const { code, msg, data } = await api.send(call.path, input);
  if (code !== 0) throw new Error(`${call.path}: ${code} ${msg} ${JSON.stringify(data)}`);
  return call.output.parse(data) as CallOutput<C>;
}

/** Clicks twice at the place where `button` stood at the first click. `gapMs`: time between the two clicks. */
export async function doubleClick(page: Page, button: Locator, gapMs: number): Promise<void> {
  await expect(button).toBeVisible();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`${String(button)} is not shown`);
  // A release and a press lie between the two clicks, each half as late.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 2, delay: gapMs / 2 });
}
