import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

const reader = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const origin = 'http://pdf.local';

export interface PdfPage {
  /** All text of the page, without white space. */
  readonly text: string;
  readonly widthMm: number;
  readonly heightMm: number;
}
interface DrawnPage extends PdfPage {
  readonly picture: string;
}

/**
 * Opens a PDF with an independent reader in a page of its own. Returns the text and size of every page, and pictures of the requested
 * pages (counted from 1).
 */
export async function readPdfPages(
  context: BrowserContext,
  bytes: Buffer,
  drawn: readonly number[] = [],
): Promise<{ pages: PdfPage[]; pictures: Map<number, Buffer> }> {
  const page = await context.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (path === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><canvas></canvas>' });
    if (path === 'file.pdf') return route.fulfill({ contentType: 'application/pdf', body: bytes });
    return route.fulfill({
      contentType: /\.m?js$/.test(path) ? 'text/javascript' : 'application/octet-stream',
      body: await readFile(join(reader, path)),
    });
  });
  await page.goto(`${origin}/`);
  const found = await page.evaluate(
    async ({ at, wanted }): Promise<DrawnPage[]> => {
      const module: string = `${at}/build/pdf.mjs`;
      const pdf = (await import(module)) as typeof import('pdfjs-dist');
      pdf.GlobalWorkerOptions.workerSrc = `${at}/build/pdf.worker.mjs`;
      const file = await pdf.getDocument({
        url: `${at}/file.pdf`,
        cMapUrl: `${at}/cmaps/`,
        standardFontDataUrl: `${at}/standard_fonts/`,
        wasmUrl: `${at}/wasm/`,
      }).promise;
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      const mm = (points: number): number => Math.round((points / 72) * 25.4);
      const all: DrawnPage[] = [];
      for (let number = 1; number <= file.numPages; number += 1) {
        const one = await file.getPage(number);
        const { items } = await one.getTextContent();
        const size = one.getViewport({ scale: 1 });
        let picture = '';
        if (wanted.includes(number)) {
          const viewport = one.getViewport({ scale: 1.5 });
          Object.assign(canvas, { width: viewport.width, height: viewport.height });
          await one.render({ canvas, viewport, intent: 'print' }).promise;
          picture = canvas.toDataURL('image/png').split(',')[1] ?? '';
        }
        const text = items
          .map((item) => ('str' in item ? item.str : ''))
          .join('')
          // Some Chinese characters share a glyph with a radical that looks the same, and a PDF stores glyphs. NFKC turns an extracted
          // radical into the character.
          .normalize('NFKC')
          .replace(/\s/g, '');
        all.push({ text, widthMm: mm(size.width), heightMm: mm(size.height), picture });
      }
      return all;
    },
    { at: origin, wanted: [...drawn] },
  );
  await page.close();
  const pictures = new Map(found.flatMap((one, at) => (one.picture === '' ? [] : [[at + 1, Buffer.from(one.picture, 'base64')] as const])));
  return { pages: found.map(({ picture: _picture, ...one }) => one), pictures };
}
