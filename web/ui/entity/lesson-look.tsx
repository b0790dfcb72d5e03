import { FileDown, FileText, Image, Link2, ListChecks, Music, Newspaper, Presentation, Video } from 'lucide-react';
import type { CoursewareKind } from '../../../sync/contract/learning/courseware.ts';
import { padTwoDigits } from '../../../sync/domain/numbers.ts';

const icons = {
  video: Video,
  audio: Music,
  pdf: FileText,
  pictures: Image,
  slides: Presentation,
  quiz: ListChecks,
  article: Newspaper,
  link: Link2,
  file: FileDown,
};

export function LessonIcon({ kind, className = 'size-4 shrink-0 text-muted-foreground' }: { kind: CoursewareKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={className} />;
}

/** Formats a duration: 754 000 ms → "12:34"; from an hour on "1:02:03". */
export function formatFilmTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${padTwoDigits(minutes)}:${padTwoDigits(seconds % 60)}` : `${minutes}:${padTwoDigits(seconds % 60)}`;
}
