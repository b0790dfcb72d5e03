import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Opens a PDF. Scripts within are not run, and nothing is fetched that it names. The reader is a chunk of its own. */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  const [{ getDocument, GlobalWorkerOptions }, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  GlobalWorkerOptions.workerSrc = worker;
  return getDocument({ data, enableXfa: false }).promise;
}
