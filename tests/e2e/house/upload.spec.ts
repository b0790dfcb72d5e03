import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

/** PNG of one red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
const png = Buffer.from(pixel, 'base64');

/** Drops or pastes a picture, as from another window. */
const give = (target: Locator, how: 'drop' | 'paste', name: string) =>
  target.evaluate(
    (element, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.codePointAt(0) ?? 0);
      const data = new DataTransfer();
      data.items.add(new File([bytes], given.name, { type: 'image/png' }));
      const shared = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data }),
      );
    },
    { base64: pixel, how, name },
  );
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

test('a picture is chosen, dropped, pasted, ended half-way; whatever goes wrong is said beside it', async ({ page, context, server }) => {
  await signInToDemo(page, server.origin, 'teacher');
  await page.goto(`${server.origin}/account`);
  const zone = page.getByRole('button', { name: '头像', exact: true });

  await give(zone, 'drop', 'dropped.png');
  await expect(page.getByText('dropped.png 已上传')).toBeAttached();
  await give(zone, 'paste', 'pasted.png');
  await expect(page.getByText('pasted.png 已上传')).toBeAttached();

  await choose(page, 'page.png', Buffer.from('<html><script>alert(1)</script></html>'));
  await expect(page.getByText(/^上传失败：.+/)).toBeVisible();
  await page.getByRole('button', { name: '移除 page.png' }).click();
  await expect(page.getByText(/^上传失败：/)).toHaveCount(0);

  // Larger than the picture limit, but begins like a valid picture.
  await choose(page, 'large.png', Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]));
  await expect(page.getByText(/^HTTP Error 413/)).toBeVisible();

  // A proxy between browser and server answers with a page of its own.
  await page.route('**/api/upload', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }), {
    times: 1,
  });
  await choose(page, 'gateway.png', png);
  await expect(page.getByText('HTTP Error 502')).toBeVisible();
  await page.route(
    '**/api/upload',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: 'please sign in to the wifi' }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: '重新上传 gateway.png' }).click();
  await expect(page.getByText('上传失败：please sign in to the wifi')).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('button', { name: '重新上传 gateway.png' }).click();
  await expect(page.getByText('上传失败：网络不通，请检查后重试')).toBeVisible();
  // The upload resumes by itself once the network is back.
  await context.setOffline(false);
  await expect(page.getByText('gateway.png 已上传')).toBeAttached();

  // The upload gets no reply: it shows its progress until the user cancels it.
  await page.route('**/api/upload', () => undefined, { times: 1 });
  await choose(page, 'slow.png', png);
  await expect(page.getByRole('progressbar', { name: '正在上传 slow.png' })).toBeVisible();
  await page.getByRole('button', { name: '取消上传 slow.png' }).click();
  await expect(page.getByText('slow.png')).toHaveCount(0);
});
