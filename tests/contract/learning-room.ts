import type { Answer, Call, Ref } from './server-fixture.ts';
import { done, startServer } from './server-fixture.ts';
import { coursewareDraft, givenCourse } from './learning-changes.ts';

type Who = 2 | 6 | 7;

/** A published course of a text and a film of ten minutes, for the class of student 7. */
export async function learningRoom() {
  const server = await startServer();
  const callers = { 2: await server.callAs(2, 0), 6: await server.callAs(6, 0), 7: await server.callAs(7, 0) } as const;
  const other: Call = await server.callAs(6, 1);
  const as = (type: Who, path: string, input: object): Promise<Answer> => callers[type](path, input);
  const ok = <T = Ref>(type: Who, path: string, input: object): Promise<T> => done<T>(as(type, path, input));
  const made = await givenCourse(server, (type, path, input) => ok((type ?? 6) as Who, path, input));
  // A film that needs no file to be recorded.
  const film = await ok(6, '/courseware/add', { ...coursewareDraft, title: '影片' });
  server.raw.prepare("UPDATE courseware SET kind = 'video', duration_ms = 600000 WHERE id = ?").run(film.id);
  const draft = { ...made.draft, sections: [{ sid: 1, depth: 1, title: '第一章', items: [made.text.id, film.id] }] };
  const filled = await ok(6, '/course/modify', { ...draft, id: made.course.id, version: made.course.version });
  const course = await ok(6, '/course/setStatus', { ...filled, event: 'publish' });
  /** A stretch of the film, each number once. */
  const mark = (n: number, fromMs: number, spentMs: number, spans: [number, number][]) => ({
    markId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    coursewareId: film.id,
    fromMs,
    toMs: fromMs + spentMs,
    spans,
    position: spans.at(-1)?.[1] ?? 0,
  });
  return { server, other, as, ok, film, course, mark };
}
export type LearningRoom = Awaited<ReturnType<typeof learningRoom>>;
