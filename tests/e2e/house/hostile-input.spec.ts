import { expect } from '@playwright/test';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

// The Content Security Policy is bypassed, because the application itself must stop these attacks; the policy is only a second barrier.
test.use({ bypassCSP: true });

const attacks = [
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"></svg>',
  '<script>window.ran=1</script>',
  '<a href="javascript:window.ran=1">点这里</a>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<details open ontoggle="window.ran=1">x</details>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
].join('');

/** Adds attacks to every stem, option and analysis of a reply, as if they had passed the server's sanitiser. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ['stem', 'html', 'analysis'].includes(key) ? `${value}${attacks}` : value;
  if (Array.isArray(value)) return value.map((each) => poisoned(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poisoned(each, name)]));
}

test('rich text that contains scripts is shown and runs none of them', async ({ page, server }) => {
  let answers = 0;
  await page.route(/\/api\/(question|paper)\//, async (route) => {
    const reply = await route.fetch();
    answers += 1;
    await route.fulfill({ response: reply, json: poisoned(await reply.json()) });
  });
  await signInToDemo(page, server.origin, 'teacher');
  for (const path of ['/teacher/exam/questions', '/teacher/exam/paper-form/1']) {
    await page.goto(`${server.origin}${path}`);
    await expect(page.locator('.rich').nth(3)).toBeVisible();
    for (const link of await page.locator('.rich a').all()) expect(await link.getAttribute('href')).toBeNull();
    const rich = await page.locator('.rich').evaluateAll((all) => all.map((each) => each.innerHTML).join('\n'));
    expect(rich).not.toMatch(/<(script|iframe|svg|details)|\son\w+=/i);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }
  expect(answers).toBeGreaterThan(1);
  // Ignores requests that are still running when the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
