import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UploadFamily, UploadResult } from '../../../sync/contract/platform/upload.ts';
import { type Upload, UploadFailure } from '../../lib/files/upload.ts';
import { useLatest } from '../use-latest.ts';
import { i18n } from '../../lib/i18n.ts';

/** An upload in progress, or a failed one. */
export interface UploadJob {
  readonly key: number;
  readonly file: File;
  readonly share: number;
  /** Error message; null while the upload is running. */
  readonly problem: string | null;
  /** True if the network was missing; the upload continues when it is back. */
  readonly isWaiting: boolean;
  /** True if the user paused it. */
  readonly paused: boolean;
}

interface RunningUpload {
  readonly abort: AbortController;
}

/** Runs uploads in parallel; each can be cancelled and retried. `onArrive` is called once per file, in the order of arrival. */
export function useUploads(upload: Upload, accept: readonly UploadFamily[], onArrive: (uploaded: UploadResult, file: File) => void) {
  const [jobs, setJobs] = useState<readonly UploadJob[]>([]);
  const running = useRef(new Map<number, RunningUpload>());
  const count = useRef(0);
  // Use the latest callback: a file may arrive many renders after it was chosen.
  const arriveRef = useLatest(onArrive);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { abort } of all.values()) abort.abort();
    };
  }, []);

  const change = (key: number, part: Partial<UploadJob>): void =>
    setJobs((before) => before.map((job) => (job.key === key ? { ...job, ...part } : job)));
  const drop = (key: number): void => {
    running.current.get(key)?.abort.abort();
    running.current.delete(key);
    setJobs((before) => before.filter((job) => job.key !== key));
  };
  const run = async (key: number, file: File): Promise<void> => {
    const abort = new AbortController();
    running.current.set(key, { abort });
    try {
      const uploaded = await upload(file, { accept, signal: abort.signal, onProgress: (share) => change(key, { share }) });
      drop(key);
      arriveRef.current(uploaded, file);
    } catch (error) {
      const problem = formatUploadProblem(error);
      if (problem !== null) change(key, { problem, isWaiting: error instanceof UploadFailure && error.fault.kind === 'network' });
    }
  };

  const retry = (job: UploadJob): void => {
    change(job.key, { problem: null, isWaiting: false, paused: false, ...(upload.resumes === true ? {} : { share: 0 }) });
    void run(job.key, job.file);
  };
  const retryWaiting = useEffectEvent(() => jobs.filter((job) => job.isWaiting).forEach(retry));
  useEffect(() => {
    const back = () => retryWaiting();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);

  return {
    jobs,
    start(files: Iterable<File>): void {
      for (const file of files) {
        count.current += 1;
        const key = count.current;
        setJobs((before) => [...before, { key, file, share: 0, problem: null, isWaiting: false, paused: false }]);
        void run(key, file);
      }
    },
    /** Pauses an upload that can be resumed. */
    pause(job: UploadJob): void {
      change(job.key, { paused: true });
      running.current.get(job.key)?.abort.abort();
    },
    retry,
    drop,
  };
}

/** Returns the message for a failed upload (specification section 5); null if the user cancelled it. */
export function formatUploadProblem(error: unknown): string | null {
  const t = i18n.of('ui');
  if (!(error instanceof UploadFailure))
    return error instanceof DOMException && error.name === 'AbortError' ? null : t('uploadFailed', { text: '' });
  const { fault } = error;
  if (fault.kind === 'network') return t('uploadNoNetwork');
  if (fault.kind === 'refused') return t('uploadFailed', { text: fault.text });
  return fault.text === '' ? `HTTP Error ${fault.status}` : `HTTP Error ${fault.status}: ${fault.text}`;
}
