import { useEffect, useEffectEvent, useState } from 'react';
import { readDownloadedFile } from '../learn-file-cache.ts';
import type { LearningRecorder } from '../recorder.ts';
import type { LocalLesson } from '../use-learn-course.ts';

/** Gives access to the position within a lesson; the component that shows the lesson fills it in. */
export interface LessonPlace {
  readonly now: () => number;
  readonly goTo: (place: number) => void;
}
export const noLessonPlace: LessonPlace = { now: () => 0, goTo: () => undefined };

export interface LessonProps {
  readonly lesson: LocalLesson;
  readonly userId: number;
  readonly makeRecord: () => LearningRecorder;
  readonly onPlace: (place: LessonPlace) => void;
}

const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Resolves the address of each file: a blob URL if the file is on this device, otherwise the server's. Returns undefined while the lookup runs. */
export function useSources(userId: number, files: LocalLesson['files']): readonly string[] | undefined {
  const [sources, setSources] = useState<readonly string[]>();
  const urls = files.map((file) => file.url).join(' ');
  // A refreshed download token for the same file must not interrupt a video that is playing.
  const getFiles = useEffectEvent(() => files);
  useEffect(() => {
    const objectUrls: string[] = [];
    let isActive = true;
    void Promise.all(
      getFiles().map(async (file) => {
        const blob = await readDownloadedFile(userId, file.url, types[file.url.split('.').at(-1) ?? ''] ?? '').catch(() => null);
        if (blob === null) return file.src;
        const address = URL.createObjectURL(blob);
        objectUrls.push(address);
        return address;
      }),
    ).then((addresses) => isActive && setSources(addresses));
    return () => {
      isActive = false;
      for (const address of objectUrls) URL.revokeObjectURL(address);
    };
  }, [userId, urls]);
  return sources;
}
