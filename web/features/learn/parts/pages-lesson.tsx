import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { minPageMs } from '../../../../sync/domain/learning/learned-spans.ts';
import { openPdf } from '../../../platform/uploads/pdf.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { readDownloadedFile } from '../learn-file-cache.ts';
import type { LocalLesson } from '../use-learn-course.ts';
import { type LessonProps, noLessonPlace, useSources } from './lesson-props.ts';
import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import { SearchInput } from '../../../ui/list/search-input.tsx';

/** Ignore line breaks and spaces: a PDF's text layer splits words at arbitrary places. */
const normaliseText = (text: string): string => toMatchText(text).replaceAll(/\s+/g, '').toLowerCase();

/** Returns the normalized text of a page; empty if the page has no text layer. */
async function readPageText(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page + 1)).getTextContent();
  return normaliseText(items.map((item) => ('str' in item ? item.str : '')).join(''));
}

/** Finds the pages that contain a word and steps through them. */
function PdfFind({ pdf, onGo }: { pdf: PDFDocumentProxy; onGo: (page: number) => void }) {
  const { t } = useTranslation('learning');
  const [keyword, setKeyword] = useState('');
  const [matches, setMatches] = useState<{ readonly pages: readonly number[]; readonly at: number } | null>(null);
  const texts = useRef(new Map<number, string>());
  const latestWord = useRef('');
  const find = async (word: string): Promise<void> => {
    setKeyword(word);
    latestWord.current = word;
    setMatches(null);
    if (normaliseText(word) === '') return;
    const pages: number[] = [];
    for (let page = 0; page < pdf.numPages; page += 1) {
      const text = texts.current.get(page) ?? (await readPageText(pdf, page));
      texts.current.set(page, text);
      if (latestWord.current !== word) return;
      if (text.includes(normaliseText(word))) pages.push(page);
    }
    setMatches({ pages, at: 0 });
    if (pages[0] !== undefined) onGo(pages[0]);
  };
  const next = (): void => {
    if (matches === null || matches.pages.length === 0) return;
    const at = (matches.at + 1) % matches.pages.length;
    setMatches({ ...matches, at });
    onGo(matches.pages[at] ?? 0);
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <SearchInput value={keyword} onChange={(word) => void find(word)} placeholder={t('findInPdf')} className="w-64" />
      <span role="status" className="num text-[13px] text-muted-foreground">
        {matches !== null &&
          (matches.pages.length === 0 ? t('foundNone') : t('foundIn', { at: matches.at + 1, count: matches.pages.length }))}
      </span>
      {matches !== null && matches.pages.length > 1 && (
        <Button size="sm" repeats onClick={next}>
          {t('findNext')}
        </Button>
      )}
    </div>
  );
}

/** Shows a PDF or pictures page by page. A page counts as read after it was visible for a while. */
export function PagesLesson({ lesson, userId, makeRecord, onPlace }: LessonProps) {
  const { t } = useTranslation(['learning', 'ui']);
  const sources = useSources(userId, lesson.files);
  const [page, setPage] = useState(Math.min(lesson.progress.position, Math.max(0, lesson.length - 1)));
  const [isShown, setShown] = useState(false);
  const isPictures = !(lesson.files[0]?.url.endsWith('.pdf') ?? false);
  const record = useEffectEvent(makeRecord);
  useEffect(() => {
    if (!isShown) return undefined;
    const recorder = record();
    let seenMs = 0;
    let lastMs = performance.now();
    recorder.begin();
    const timer = setInterval(() => {
      const now = performance.now();
      if (document.visibilityState === 'visible') seenMs += now - lastMs;
      else recorder.close();
      lastMs = now;
      if (seenMs < minPageMs) return;
      recorder.learned(page, page + 1, page);
      recorder.close();
      clearInterval(timer);
    }, 250);
    return () => {
      clearInterval(timer);
      recorder.close();
    };
  }, [page, isShown]);
  const turn = (by: number) => {
    const to = page + by;
    if (to < 0 || to >= lesson.length) return;
    setShown(false);
    setPage(to);
  };
  const goTo = (to: number) => to !== page && turn(to - page);
  useEffect(() => {
    onPlace({ now: () => page, goTo: goTo });
    return () => onPlace(noLessonPlace);
  });
  const onTurnKey = useEffectEvent(turn);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="combobox"], [role="listbox"]') !== null)
        return;
      if (event.key === 'PageDown' || event.key === 'ArrowRight') onTurnKey(1);
      else if (event.key === 'PageUp' || event.key === 'ArrowLeft') onTurnKey(-1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section aria-label={lesson.title} className="flex flex-col gap-2.5 rounded-xl border bg-card p-3.5">
      <div className="flex items-center justify-center gap-3">
        <Button variant="ghost" size="icon" disabled={page === 0} aria-label={t('ui:previous')} onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <span role="status" className="num text-sm">
          {t('ui:pageOf', { page: page + 1, pages: lesson.length })}
        </span>
        <Button variant="ghost" size="icon" disabled={page >= lesson.length - 1} aria-label={t('ui:next')} onClick={() => turn(1)}>
          <ChevronRight aria-hidden />
        </Button>
      </div>
      {sources === undefined ? (
        <Skeleton className="h-[60vh]" />
      ) : isPictures ? (
        <img
          key={sources[page]}
          src={sources[page]}
          alt={t('pictureOf', { name: lesson.files[page]?.name ?? '', page: page + 1 })}
          className="mx-auto max-h-[75vh] max-w-full object-contain"
          onLoad={() => setShown(true)}
        />
      ) : (
        <PdfPage userId={userId} file={lesson.files[0]} page={page} onShown={() => setShown(true)} onGo={goTo} />
      )}
    </section>
  );
}

interface PdfPageProps {
  userId: number;
  file: LocalLesson['files'][number] | undefined;
  page: number;
  onShown: () => void;
  onGo: (page: number) => void;
}

function PdfPage({ userId, file, page, onShown, onGo }: PdfPageProps) {
  const { t } = useTranslation(['learning', 'ui']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const url = file?.url;
  const getFile = useEffectEvent(() => file);
  const onDrawn = useEffectEvent(onShown);
  useEffect(() => {
    let openedPdf: PDFDocumentProxy | null = null;
    let isActive = true;
    const loadPdf = async () => {
      const lessonFile = getFile();
      if (lessonFile === undefined) throw new Error('the lesson has no file');
      const storedFile = await readDownloadedFile(userId, lessonFile.url, 'application/pdf').catch(() => null);
      const reply = storedFile ?? (await fetch(lessonFile.src));
      if (reply instanceof Response && !reply.ok) throw new Error(`status ${reply.status}`);
      openedPdf = await openPdf(await reply.arrayBuffer());
      if (isActive) setPdf(openedPdf);
      else await openedPdf.loadingTask.destroy();
    };
    loadPdf().catch(() => isActive && setIsBroken(true));
    return () => {
      isActive = false;
      void openedPdf?.loadingTask.destroy();
    };
  }, [userId, url]);
  useEffect(() => {
    const target = canvas.current;
    if (pdf === null || target === null) return undefined;
    let isActive = true;
    let drawing: { cancel: () => void } | null = null;
    const draw = async () => {
      const sheet = await pdf.getPage(page + 1);
      if (!isActive) return;
      const wide = (target.parentElement?.clientWidth ?? 800) * Math.min(2, window.devicePixelRatio);
      const viewport = sheet.getViewport({ scale: wide / sheet.getViewport({ scale: 1 }).width });
      target.width = viewport.width;
      target.height = viewport.height;
      const task = sheet.render({ canvas: target, viewport });
      drawing = task;
      await task.promise;
      if (isActive) onDrawn();
    };
    draw().catch(() => undefined);
    return () => {
      isActive = false;
      drawing?.cancel();
    };
  }, [pdf, page]);
  if (isBroken) return <Strip tone="seal">{t(navigator.onLine ? 'filmBroken' : 'filmNotHere')}</Strip>;
  return (
    <div className="flex flex-col gap-2.5">
      {pdf !== null && <PdfFind pdf={pdf} onGo={onGo} />}
      {pdf === null && <Skeleton className="h-[60vh]" />}
      <canvas
        ref={canvas}
        className="w-full rounded-md border"
        role="img"
        aria-label={t('ui:pageOf', { page: page + 1, pages: pdf?.numPages ?? 0 })}
      />
    </div>
  );
}
