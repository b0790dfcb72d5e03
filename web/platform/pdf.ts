import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Has the reader fetched while there is a network: its files never change, and the browser keeps them. */
export async function fetchPdfReader(): Promise<void> {
  const [, { default: worker }] = await Promise.all([import('pdfjs-dist'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]);
  await (await fetch(worker)).arrayBuffer();
}

/** Opens a PDF. Scripts within are not run, and nothing is fetched that it names. The reader is a chunk of its own. */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  const [{ getDocument, GlobalWorkerOptions }, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  GlobalWorkerOptions.workerSrc = worker;
  return getDocument({ data, enableXfa: false }).promise;
}
