import { expect, type Locator, type Page } from '@playwright/test';
import type { Call, CallOutput } from '../../../../sync/contract/call.ts';
import type { ApiClient } from '../../rig/api-client.ts';
import type { ServerProcess } from '../../rig/server-process.ts';

/** One try of one button. */
export interface Try {
  readonly server: ServerProcess;
  /** Its own number: what is named with it stands once. */
  readonly n: number;
  readonly name: string;
  /** The calls of an account that is signed in besides the page. */
  readonly as: (loginName: string) => Promise<ApiClient>;
}
export interface Stage extends Try {
  readonly page: Page;
  readonly go: (path: string) => Promise<void>;
}

/** A button that changes something, and how it is reached. */
export interface Press {
  readonly call: string;
  /** The source that makes the call, under `web/`. */
  readonly from: string;
  /** Whose page it is; null: nobody is signed in yet. */
  readonly by: string | null;
  readonly what: string;
  /** Pressed twice in place of a click. */
  readonly key?: 'Enter';
  /** What must be long over when its turn comes. */
  readonly ahead?: (its: Try) => Promise<void>;
  /** Changing calls that the same press makes before this one. */
  readonly first?: readonly string[];
  /** Changing calls that the page makes by itself once this one is answered. */
  readonly brings?: readonly string[];
  readonly ready: (stage: Stage) => Promise<Locator>;
}

export const button = (scope: Page | Locator, name: string | RegExp): Locator => scope.getByRole('button', { name, exact: true });
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** The button of the question that is asked. */
export const confirm = (page: Page, name: string): Locator => button(page.getByRole('alertdialog'), name);

/** What is done to a row of a list: a word in it, or an entry of its menu. */
export async function action(page: Page, name: string, label: string): Promise<Locator> {
  const inline = button(page, `${label}：${name}`);
  const more = button(page, `更多操作：${name}`);
  await expect(inline.or(more).first()).toBeVisible();
  if (await inline.isVisible()) return inline;
  await more.click();
  return page.getByRole('menuitem', { name: label, exact: true });
}
/** The same where it asks first: its dialog stands. */
export async function asked(page: Page, name: string, label: string, doing = label): Promise<Locator> {
  await (await action(page, name, label)).click();
  return confirm(page, doing);
}
/** A button of the bar over the ticked row. */
export async function ticked(page: Page, name: string, label: string): Promise<Locator> {
  await page.getByRole('checkbox', { name: `选择 ${name}` }).click();
  return button(page.getByRole('region', { name: '批量操作' }), label);
}

/** A call that must succeed, with whatever draft the tests share. */
export async function made<C extends Call>(api: ApiClient, call: C, input: object): Promise<CallOutput<C>> {
  const { code, msg, data } = await api.send(call.path, input);
  if (code !== 0) throw new Error(`${call.path}: ${code} ${msg} ${JSON.stringify(data)}`);
  return call.output.parse(data) as CallOutput<C>;
}
export const keyword = (text: string): string => `keyword=${encodeURIComponent(text)}`;

/** Somewhat more than what the page takes for one press, however fast the browser is driven here. */
const pauseMs = 600;
const lastPresses = new WeakMap<Page, number>();
/** A person looks at what came of one press before the next. */
async function pause(page: Page): Promise<void> {
  const last = lastPresses.get(page);
  if (last !== undefined) await expect.poll(() => performance.now() - last, { intervals: [50] }).toBeGreaterThan(pauseMs);
}

/** Presses twice where the button stands, whatever stands there the second time. */
export async function pressTwice(page: Page, goal: Locator, gapMs: number, key?: 'Enter'): Promise<void> {
  await expect(goal).toBeVisible();
  await pause(page);
  if (key === undefined) {
    await goal.scrollIntoViewIfNeeded();
    const box = await goal.boundingBox();
    if (box === null) throw new Error(`${String(goal)} is not shown`);
    // Between the two presses lie a release and a press, each half as late.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 2, delay: gapMs / 2 });
  } else {
    await goal.focus();
    await page.keyboard.press(key, { delay: gapMs });
    await page.keyboard.press(key);
  }
  lastPresses.set(page, performance.now());
}
/** Once, a while after what was pressed before. */
export async function press(page: Page, goal: Locator): Promise<void> {
  await pause(page);
  await goal.click();
  lastPresses.set(page, performance.now());
}

export const gaps = [0, 60, 130, 200, 400] as const;
