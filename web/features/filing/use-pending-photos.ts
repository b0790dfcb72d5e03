import { useEffect, useRef } from 'react';
import { type FormAnswer, type FormAnswers, type FormDesign, textAnswer } from '../../../sync/contract/form-design.ts';
import { fileOfDataUrl } from '../../lib/photo.ts';
import { UploadFailure } from '../../lib/upload.ts';
import { uploadFile } from '../../platform/upload.ts';
import { toast } from '../../ui/toast.ts';
import { uploadProblem } from '../../ui/upload-problem.ts';

/** A picture that is on this device still: its answer is the picture itself. */
export const isPending = (answers: FormAnswers, key: string): boolean => textAnswer(answers, key).startsWith('data:image/');

/** Brings pictures that were cut here to the school as soon as there is a network, whichever step of the form is open meanwhile. */
export function usePendingPhotos(design: FormDesign, answers: FormAnswers, set: (key: string, answer: FormAnswer) => void): void {
  const put = useRef(set);
  put.current = set;
  const now = useRef(answers);
  now.current = answers;
  const waits = design.flatMap(({ key, type }) => (type === 'picture' && isPending(answers, key) ? [key] : [])).join(' ');
  const first = textAnswer(answers, waits.split(' ')[0]);
  useEffect(() => {
    if (waits === '') return undefined;
    const stop = new AbortController();
    const send = async () => {
      for (const key of waits.split(' ')) {
        const picture = textAnswer(now.current, key);
        const file = fileOfDataUrl(picture, `${key}.jpg`);
        if (file === null) continue;
        const { url, name, sizeBytes, type } = await uploadFile(file, { signal: stop.signal });
        // Another was chosen while this one was on its way.
        if (textAnswer(now.current, key) === picture) put.current(key, [{ url, name, sizeBytes, type }]);
      }
    };
    // No network is nothing to tell: the picture is safe here, and goes when it is back. A refusal is.
    const attempt = () =>
      void send().catch((error: unknown) => {
        const problem = error instanceof UploadFailure && error.fault.kind === 'network' ? null : uploadProblem(error);
        if (problem !== null) toast.error(problem);
      });
    attempt();
    window.addEventListener('online', attempt);
    return () => {
      stop.abort();
      window.removeEventListener('online', attempt);
    };
  }, [waits, first]);
}
