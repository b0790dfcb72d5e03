import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isLanding } from '../rig/landing.ts';
import { keepPicture } from '../rig/picture.ts';

export type AxeResults = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;
export const onlyViolations = { resultTypes: ['violations' as const] };

/** Lists accessibility violations found by axe with impact serious or critical. */
export const listSeriousFaults = ({ violations }: AxeResults, name: string): string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${name}: ${id} at ${node.target.join(' ')}`));

/**
 * Returns the faults that axe finds by every rule. Returns none in `npm test`, which leaves accessibility to the full run. Leaves axe in
 * the page and stops animations, because a fading toast has no stable colours.
 */
export async function findPageFaults(page: Page, name: string): Promise<string[]> {
  if (isLanding) return [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return listSeriousFaults(await new AxeBuilder({ page }).setLegacyMode().options(onlyViolations).analyze(), name);
}

/** Lists elements that make the page too wide for a small screen, buttons that are too narrow for their text, and controls that only a mouse can use. */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = (each: Element): string => `${each.tagName.toLowerCase()} "${(each.textContent ?? '').trim().slice(0, 20)}"`;
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px too wide`);
    for (const main of document.querySelectorAll('main'))
      if (main.scrollWidth > main.clientWidth) faults.push(`its main part is ${main.scrollWidth - main.clientWidth} px too wide`);
    for (const button of document.querySelectorAll('main button'))
      if (getComputedStyle(button).overflowX === 'visible' && button.scrollWidth > button.clientWidth + 1)
        faults.push(`too narrow for its text: ${named(button)}`);
    const reachable = 'a[href],button,input,select,textarea,summary,label,[tabindex],[contenteditable=true]';
    for (const each of document.querySelectorAll('main *'))
      if (getComputedStyle(each).cursor === 'pointer' && each.closest(reachable) === null) faults.push(`mouse only: ${named(each)}`);
    return faults;
  });

/**
 * Expects no accessibility or layout fault, and keeps a picture if `WENKAO_SHOTS` names a folder. The journeys of `npm test` skip both
 * and leave them to the full run.
 */
export const expectGoodLook = async (page: Page, name: string): Promise<void> => {
  if (isLanding) return;
  expect([...(await findPageFaults(page, name)), ...(await findLayoutFaults(page))]).toEqual([]);
  await keepPicture(page, name);
};
