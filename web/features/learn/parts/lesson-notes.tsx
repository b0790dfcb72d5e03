import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { mergeShownNotes } from '../../../../sync/domain/learning/learn-notes.ts';
import { useDeviceQuery } from '../../../platform/api/use-device-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { formatFilmTime } from '../../../ui/entity/lesson-look.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { storeNote, listWaitingNotes } from '../note-cache.ts';
import type { LocalCourse, LocalLesson } from '../use-learn-course.ts';

interface LessonNotesProps {
  course: LocalCourse;
  lesson: LocalLesson;
  userId: number;
  /** Returns the learner's current position in the lesson, in the unit of its spans. */
  placeNow: () => number;
  onGo: (place: number) => void;
  serverMs: () => number;
  send: () => void;
}

/** Edits the learner's notes at a time or page of the lesson. Notes are stored on this device first and sent when the network is available. */
export function LessonNotes({ course, lesson, userId, placeNow, onGo, serverMs, send }: LessonNotesProps) {
  const { t } = useTranslation('learning');
  const [body, setBody] = useState('');
  const [busy, setBusy] = useState(false);
  const here = useDeviceQuery(() => listWaitingNotes(userId, course.id).catch(() => []), [userId, course.id]) ?? [];
  const waiting = new Set(here.map((note) => note.id));
  const notes = mergeShownNotes(course.notes, here).filter((note) => note.coursewareId === lesson.id);
  const isFilm = lesson.kind === 'video' || lesson.kind === 'audio';
  const isPages = lesson.kind === 'pdf' || lesson.kind === 'pictures' || lesson.kind === 'slides';
  const placeText = (place: number): string => (isFilm ? formatFilmTime(place) : isPages ? t('notePage', { page: place + 1 }) : '');
  const keep = async (note: Parameters<typeof storeNote>[2]): Promise<boolean> => {
    setBusy(true);
    try {
      await storeNote(userId, course.id, note);
      send();
      return true;
    } catch (cause) {
      console.warn('not kept on this device', cause);
      toast.error(t('noteNotKept'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async (): Promise<void> => {
    const text = body.trim();
    if (text === '') return;
    const place = Math.max(0, Math.round(placeNow()));
    const note = { id: crypto.randomUUID(), coursewareId: lesson.id, place, body: text, changedMs: Math.round(serverMs()), removed: false };
    if (await keep(note)) setBody('');
  };
  return (
    <Panel title={t('notes')} bodyClassName="flex flex-col gap-2.5 p-3.5">
      <Textarea
        aria-label={t('noteNew')}
        placeholder={t('noteNew')}
        rows={2}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="flex items-center justify-between gap-2.5">
        <span className="text-[13px] text-muted-foreground">{t(isFilm ? 'noteAtMoment' : isPages ? 'noteAtPage' : 'noteHere')}</span>
        <Button size="sm" busy={busy} disabled={body.trim() === ''} onClick={() => void add()}>
          {t('noteKeep')}
        </Button>
      </div>
      <ul className="flex flex-col">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-2.5 border-t py-2 text-sm">
            {placeText(note.place) !== '' && (
              <Button variant="link" size="sm" className="num shrink-0" onClick={() => onGo(note.place)}>
                {placeText(note.place)}
              </Button>
            )}
            <span className="min-w-0 grow break-words whitespace-pre-wrap">{note.body}</span>
            {waiting.has(note.id) && <span className="shrink-0 text-[13px] text-kept-ink">{t('onDevice')}</span>}
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={t('noteRemove', { text: note.body.slice(0, 20) })}
              onClick={() => void keep({ ...note, removed: true, changedMs: Math.max(Math.round(serverMs()), note.changedMs + 1) })}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
