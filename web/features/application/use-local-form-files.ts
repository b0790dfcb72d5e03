import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type FileAnswer,
  getFileAnswers,
  type FormAnswer,
  type FormAnswers,
  type FormDesign,
  getTextAnswer,
} from '../../../sync/contract/applications/form-design.ts';
import { formatBytes } from '../../lib/format-number.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { fromDataUrl } from '../../lib/files/photo.ts';
import { type Upload, UploadFailure } from '../../lib/files/upload.ts';
import {
  maxDraftFileBytes,
  listDraftFiles,
  dropDraftFile,
  storeDraftFile,
  NoSpaceForFileError,
  sendDraftFile,
} from '../../platform/forms/draft-files.ts';
import { readToken } from '../../platform/api/token.ts';
import { uploadFile } from '../../platform/uploads/upload.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { formatUploadProblem } from '../../ui/form/use-uploads.ts';
import { parseLocalFileId, toLocalFileUrl, findUnacceptedKind, listPendingUploads } from './local-files.ts';
import { useLatest } from '../../ui/use-latest.ts';

/** Retry interval: the browser does not report when a server is reachable again. */
const retryMs = 5_000;

export interface LocalFormFiles {
  /** Sets an answer. A file that is no longer part of the answer is deleted from this device. */
  readonly set: (key: string, answer: FormAnswer) => void;
  /** Stores a file of a field on this device, and returns an answer that is pending upload. */
  readonly storeFile: (field: string) => Upload;
  /** Why files could not be uploaded: by URL for files, by field key for photos. */
  readonly problems: ReadonlyMap<string, string>;
  readonly retry: () => void;
}

const toFileAnswer = ({ url, name, sizeBytes, type }: FileAnswer): FileAnswer => ({ url, name, sizeBytes, type });

/** True for errors that a retry solves: no network, or a server that is down or busy. These are not shown, because this device still has the file. */
const isTemporary = (error: unknown): boolean =>
  error instanceof UploadFailure &&
  (error.fault.kind === 'network' || (error.fault.kind === 'http' && (error.fault.status >= 500 || error.fault.status === 429)));

/** Uploads the files and photos of a form that are on this device, including those of form steps that are not open. */
export function useLocalFormFiles(
  name: string,
  design: FormDesign,
  answers: FormAnswers,
  setAnswer: (key: string, answer: FormAnswer) => void,
): LocalFormFiles {
  const { t } = useTranslation('application');
  const draft = `${useContext(MemoryOwnerContext)}.${name}`;
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const refused = useRef(problems);
  const nowRef = useLatest(answers);
  const set = (key: string, answer: FormAnswer) => {
    const previousFiles = getFileAnswers(nowRef.current, key);
    nowRef.current = { ...nowRef.current, [key]: answer };
    setAnswer(key, answer);
    if (refused.current.has(key)) setProblem(key, null);
    const remainingUrls = new Set(getFileAnswers(nowRef.current, key).map((file) => file.url));
    const removedUrls = previousFiles.flatMap((file) => (remainingUrls.has(file.url) ? [] : file.url));
    if (removedUrls.length > 0) void forget(draft, removedUrls);
  };
  const setProblem = (place: string, problem: string | null): void => {
    const nextProblems = new Map(refused.current);
    if (problem === null) nextProblems.delete(place);
    else nextProblems.set(place, problem);
    refused.current = nextProblems;
    setProblems(nextProblems);
  };

  const busy = useRef(false);
  const stop = useRef(new AbortController());
  const pump = (): void => {
    // A session started offline receives its token later; without a token the server would refuse.
    if (busy.current || readToken() === null) return;
    busy.current = true;
    void (async () => {
      for (;;) {
        const place = listPendingUploads(design, nowRef.current).find((one) => !refused.current.has(one));
        if (place === undefined || stop.current.signal.aborted) return;
        try {
          await (parseLocalFileId(place) !== null ? bringFile(place) : bringPhoto(place));
        } catch (error) {
          if (isTemporary(error) || stop.current.signal.aborted) return;
          const problem = formatUploadProblem(error) ?? '';
          setProblem(place, problem);
          // The row of a file shows its own error. A photo has no row, so its error is shown as a toast.
          if (parseLocalFileId(place) === null) toast.error(problem);
        }
      }
    })().finally(() => {
      busy.current = false;
    });
  };
  const findFieldKey = (url: string) => design.find(({ key }) => getFileAnswers(nowRef.current, key).some((file) => file.url === url))?.key;
  const bringFile = async (url: string): Promise<void> => {
    const sent = await sendDraftFile(parseLocalFileId(url) ?? '', (file) =>
      uploadFile(file, { accept: ['image', 'document'], signal: stop.current.signal }),
    );
    const key = findFieldKey(url);
    // No field has this file any more: it was removed during the upload.
    if (key === undefined) return;
    if (sent === null) return setProblem(url, t('fileLost'));
    const next = getFileAnswers(nowRef.current, key).map((file) => (file.url === url ? toFileAnswer(sent) : file));
    nowRef.current = { ...nowRef.current, [key]: next };
    setAnswer(key, next);
  };
  /** Uploads a cropped photo, which waits as a `data:` URL in the answer itself. */
  const bringPhoto = async (key: string): Promise<void> => {
    const picture = getTextAnswer(nowRef.current, key);
    const file = fromDataUrl(picture, `${key}.jpg`);
    if (file === null) return setProblem(key, t('fileLost'));
    const sent = await uploadFile(file, { signal: stop.current.signal });
    // Ignore the upload if another photo was chosen meanwhile.
    if (getTextAnswer(nowRef.current, key) === picture) set(key, [toFileAnswer(sent)]);
  };

  const retry = (): void => {
    refused.current = new Map();
    setProblems(refused.current);
    pump();
  };
  const waits = listPendingUploads(design, answers).join(' ');
  const attempt = useEffectEvent(pump);
  const attemptAll = useEffectEvent(retry);
  useEffect(() => {
    if (waits === '') return undefined;
    attempt();
    const timer = setInterval(() => attempt(), retryMs);
    const retryAll = () => attemptAll();
    window.addEventListener('online', retryAll);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retryAll);
    };
  }, [waits]);

  // Adds to the answers the files that this device stored just before the browser was killed, so that no stored draft names them yet.
  const adopt = useEffectEvent(async () => {
    for (const { id, field, sent, ...file } of await listDraftFiles(draft)) {
      const here = getFileAnswers(nowRef.current, field);
      const most = design.find(({ key }) => key === field)?.max ?? 1;
      const known = here.some(({ url }) => url === toLocalFileUrl(id) || url === sent?.url);
      if (known || here.length >= most || !design.some(({ key }) => key === field)) continue;
      set(field, [...here, toFileAnswer({ ...file, url: toLocalFileUrl(id) })]);
    }
  });
  useEffect(() => {
    const ending = new AbortController();
    stop.current = ending;
    void adopt().catch(() => undefined);
    return () => ending.abort();
  }, []);

  const keep =
    (field: string): Upload =>
    async (file, options = {}) => {
      const kinds = findUnacceptedKind(file, options.accept ?? ['image']);
      if (kinds !== null) throw new UploadFailure({ kind: 'refused', text: t('fileKind', { name: file.name, kinds }) });
      if (file.size === 0) throw new UploadFailure({ kind: 'refused', text: t('fileEmpty', { name: file.name }) });
      try {
        const { id, name: called, sizeBytes, type } = await storeDraftFile(draft, field, file);
        return { url: toLocalFileUrl(id), name: called, sizeBytes, type };
      } catch (fault) {
        return uploadFile(file, options).catch((error: unknown) => {
          if (!isTemporary(error)) throw error;
          const text = fault instanceof NoSpaceForFileError ? t('fileNoRoom', { most: formatBytes(maxDraftFileBytes) }) : t('fileDiskFull');
          throw new UploadFailure({ kind: 'refused', text });
        });
      }
    };
  return {
    set,
    storeFile: keep,
    problems,
    retry,
  };
}

/** Deletes removed files from this device, also those of which only the record of a finished upload is left. */
async function forget(draft: string, urls: readonly string[]): Promise<void> {
  for (const { id, sent } of await listDraftFiles(draft))
    if (urls.includes(toLocalFileUrl(id)) || (sent !== null && urls.includes(sent.url))) await dropDraftFile(id);
}
