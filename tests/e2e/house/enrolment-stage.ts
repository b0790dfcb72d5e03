import type { Page } from '@playwright/test';
import { batchCalls, enrolmentBatchResource } from '../../../sync/contract/applications/batch.ts';
import { formCalls } from '../../../sync/contract/applications/form.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { shippedForms } from '../../../sync/domain/applications/shipped-forms.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';

const hourMs = 3_600_000;

/** Draws a portrait in the browser, with the size of a phone's photo and with enough detail not to look like a plain surface. */
export const createPortrait = async (page: Page, background: string, scale = 1): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      ([colour, size]) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [900 * size, 1200 * size];
        const pen = canvas.getContext('2d');
        if (pen === null) return '';
        pen.scale(size, size);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 900, 1200);
        for (let at = 0; at < 6000; at += 1) {
          pen.fillStyle = `hsl(${(at * 37) % 360} 30% ${30 + (at % 40)}%)`;
          pen.fillRect(250 + ((at * 53) % 400), 300 + ((at * 97) % 900), 14, 14);
        }
        return canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/, '');
      },
      [background, scale] as const,
    ),
    'base64',
  );

/** Opens an enrolment batch for electricians with the built-in form and returns the batch's id. */
export async function openEnrolmentBatch(origin: string, name: string, quota: number): Promise<number> {
  const school = await ApiClient.signIn(origin, 'school');
  const form = await makeUncheckedCall(school, formCalls.add, { name: `申报表 ${name}`, note: '', design: shippedForms[0]?.design });
  await makeUncheckedCall(school, formCalls.enact, form);
  const admin = await ApiClient.signIn(origin, 'enrolladmin');
  const { professions } = await makeUncheckedCall(admin, batchCalls.getChoices, {});
  const electrician = professions.find((one) => one.name === '电工') ?? professions[0];
  const nowMs = Date.now();
  const draft = {
    ...createExampleDraft(enrolmentBatchResource),
    name,
    quota,
    professionId: electrician?.id,
    level: 4,
    formId: form.id,
    opensMs: nowMs - hourMs,
    closesMs: nowMs + 48 * hourMs,
    proofs: [],
    recognition: 0,
  };
  const batch = await makeUncheckedCall(admin, batchCalls.add, draft);
  await makeUncheckedCall(admin, batchCalls.setStatus, { ...batch, status: 1 });
  return batch.id;
}

/** Draws a stroke across the signature field. */
export async function drawSignature(page: Page): Promise<void> {
  const paper = page.getByRole('img', { name: '签名处，请在这里手写' });
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  if (box === null) throw new Error('nowhere to sign');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 60, { steps: 6 });
  await page.mouse.move(box.x + 160, box.y + 30, { steps: 6 });
  await page.mouse.up();
}

/** Chooses an option of a list by its text. */
export const chooseOption = async (page: Page, field: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', typeof option === 'string' ? { name: option, exact: true } : { name: option }).click();
};
