import { Download, ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { sumSpanLengths, mergeSpans } from '../../../../sync/domain/learning/learned-spans.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { type LessonProps, useSources } from './lesson-props.ts';

/** Shows a text, a link or files. Progress is the time the learner looks at the page. */
export function ReadingLesson({ lesson, userId, makeRecord }: LessonProps) {
  const { t } = useTranslation(['learning', 'words']);
  const sources = useSources(userId, lesson.files);
  const record = useEffectEvent(makeRecord);
  const readBefore = useRef(sumSpanLengths(mergeSpans([...lesson.progress.spans, ...lesson.waiting])));
  const { length } = lesson;
  useEffect(() => {
    const own = record();
    let read = readBefore.current;
    let lastMs = performance.now();
    if (document.visibilityState === 'visible') own.begin();
    const timer = setInterval(() => {
      const now = performance.now();
      const gone = now - lastMs;
      lastMs = now;
      if (document.visibilityState !== 'visible') return own.close();
      if (read >= length) {
        own.close();
        return clearInterval(timer);
      }
      const to = Math.min(length, read + gone);
      own.learned(read, to, 0);
      read = to;
      if (read >= length) own.close();
    }, 1_000);
    return () => {
      clearInterval(timer);
      own.close();
    };
  }, [length]);
  return (
    <div className="rounded-xl border bg-card px-6 py-5 text-[16px] leading-relaxed">
      {lesson.kind === 'article' && <RichText html={lesson.body} />}
      {lesson.kind === 'link' && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="grow break-all">{lesson.link}</span>
          <Button asChild variant="primary">
            <a href={lesson.link} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden />
              {t('words:open')}
            </a>
          </Button>
        </p>
      )}
      {lesson.kind === 'file' && (
        <ul className="flex flex-col gap-2">
          {lesson.files.map((file, at) => (
            <li key={file.url} className="flex flex-wrap items-center gap-3">
              <span className="grow break-all">{file.name}</span>
              <span className="num text-[13px] text-muted-foreground">{formatBytes(file.sizeBytes)}</span>
              <Button asChild>
                <a href={sources?.[at] ?? file.src} download={file.name}>
                  <Download aria-hidden />
                  {t('openFile')}
                </a>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
