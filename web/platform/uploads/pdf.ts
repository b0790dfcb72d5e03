import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Downloads the PDF reader while there is a network. Its files never change, so the browser cache keeps them. */
export async function fetchPdfReader(): Promise<void> {
  const [, { default: worker }] = await Promise.all([import('pdfjs-dist'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]);
  await (await fetch(worker)).arrayBuffer();
}

/** Opens a PDF. Scripts in it do not run, and resources that it names are not loaded. The reader is loaded as a separate chunk. */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  const [{ getDocument, GlobalWorkerOptions }, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  GlobalWorkerOptions.workerSrc = worker;
  return getDocument({ data, enableXfa: false }).promise;
}
