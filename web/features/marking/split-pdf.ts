import { openPdf } from '../../platform/uploads/pdf.ts';

/** Pixels of a point (1/72 inch): about 200 dpi. */
const scale = 200 / 72;

/**
 * Yields each page of a scanned PDF as a JPEG file. `nameOf` names a page, counted from 1. `onPages` gets the number of pages before the first one.
 * Throws if the file is no PDF or damaged.
 */
export async function* splitPdf(file: File, nameOf: (page: number) => string, onPages: (count: number) => void): AsyncGenerator<File> {
  const pdf = await openPdf(await file.arrayBuffer());
  onPages(pdf.numPages);
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale });
      const canvas = Object.assign(document.createElement('canvas'), {
        width: Math.round(viewport.width),
        height: Math.round(viewport.height),
      });
      await page.render({ canvas, viewport }).promise;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
      page.cleanup();
      if (blob === null) throw new Error('the page could not be drawn');
      yield new File([blob], `${nameOf(number)}.jpg`, { type: 'image/jpeg' });
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
}
