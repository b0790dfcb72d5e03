import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall } from '../../platform/api/call.ts';
import { openPdf } from '../../platform/uploads/pdf.ts';
import { uploadFile } from '../../platform/uploads/upload.ts';
import { formatUploadProblem } from '../../ui/form/use-uploads.ts';
import { useAction } from '../../ui/use-action.ts';
import { findPdfProblem, isPdf, isPicture } from './card-files.ts';

export interface FailedFile {
  readonly file: File;
  readonly problem: string;
}
export interface CardUploadState {
  /** Number of files and PDF pages that are finished, out of `all`. */
  readonly finishedCount: number;
  readonly all: number;
  readonly added: number;
  /** Names of pictures that the server has already. */
  readonly knownNames: readonly string[];
  readonly failed: readonly FailedFile[];
}
const empty: CardUploadState = { finishedCount: 0, all: 0, added: 0, knownNames: [], failed: [] };
/** Number of pictures that are handed over for reading in one call. If this page is closed, at most so many have to be uploaded again. */
const batchSize = 20;

/** Pixels per PDF point (1/72 inch), so that pages are drawn with 200 pixels per inch. */
const scale = 200 / 72;

/**
 * Yields each page of a scanned PDF as a JPEG file. `nameOf` names a page, counted from 1. `onPages` is called with the number of pages before the
 * first page is drawn. Throws if the file is no PDF or damaged.
 */
async function* splitPdf(file: File, nameOf: (page: number) => string, onPages: (count: number) => void): AsyncGenerator<File> {
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

/**
 * Uploads scanned pictures one after another and hands them over for reading. Every file ends as added, known or failed. When the user leaves the
 * page, the pictures that are already uploaded are still handed over, and no further picture is uploaded.
 */
export function useCardUpload(planId: number) {
  const { t } = useTranslation('cards');
  const invalidate = useInvalidate();
  const [state, setState] = useState(empty);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const add = (part: (before: CardUploadState) => Partial<CardUploadState>): void => setState((before) => ({ ...before, ...part(before) }));
  const fail = (file: File, problem: string): void => add(({ failed }) => ({ failed: [...failed, { file, problem }] }));

  const run = useAction({
    mutationFn: async (files: readonly File[]) => {
      setState({ ...empty, all: files.length });
      let batch: { file: File; url: string }[] = [];
      const handOver = async (): Promise<void> => {
        const handed = batch;
        batch = [];
        if (handed.length === 0) return;
        try {
          const { added, known } = await makeCall('/card/addScans', { planId, urls: handed.map(({ url }) => url) }, { quiet: true });
          add((before) => ({ added: before.added + added, knownNames: [...before.knownNames, ...known] }));
        } catch (error) {
          for (const { file } of handed) fail(file, error instanceof Error ? error.message : '');
        }
      };
      const send = async (file: File): Promise<void> => {
        try {
          batch.push({ file, url: (await uploadFile(file, { accept: ['image'] })).url });
        } catch (error) {
          fail(file, formatUploadProblem(error) ?? '');
        }
        if (batch.length >= batchSize) await handOver();
        add(({ finishedCount }) => ({ finishedCount: finishedCount + 1 }));
      };
      const sendPages = async (file: File): Promise<void> => {
        const nameOf = (page: number): string => t('pdfPage', { name: file.name, page });
        const onPages = (count: number): void => {
          add(({ all }) => ({ all: all - 1 + count }));
          if (count === 0) fail(file, t('pdfEmpty'));
        };
        let renderedPages = 0;
        try {
          for await (const page of splitPdf(file, nameOf, onPages)) {
            renderedPages += 1;
            if (isLeft.current) return;
            await send(page);
          }
        } catch (error) {
          fail(file, t(findPdfProblem(error, file, renderedPages), { page: renderedPages + 1 }));
        }
      };
      const skip = (file: File, problem: string): void => {
        fail(file, problem);
        add(({ finishedCount }) => ({ finishedCount: finishedCount + 1 }));
      };
      for (const file of files) {
        if (isLeft.current) break;
        if (isPdf(file)) await sendPages(file);
        else if (isPicture(file)) await send(file);
        else skip(file, t('notTaken'));
      }
      await handOver();
      await invalidate('/card');
    },
  });

  return { state, isRunning: run.isPending, start: (files: readonly File[]) => run.mutate(files) };
}
