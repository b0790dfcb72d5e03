import { useContext, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dropDraft, isSame, onDraftElsewhere, readDraft, settleDraft, typedOver, writeDraft } from '../lib/draft.ts';
import { draftShelf } from '../lib/draft-cache.ts';
import { MemoryOwner } from './table-memory.ts';

const pauseMs = 400;

export interface FormDraft<T = never> {
  /** When the draft was last written; null before the first change. */
  readonly savedMs: number | null;
  /** The form began with an older, unsaved draft. */
  readonly restored: boolean;
  /** Of the thing that the form changes, as it was when its text was begun: to be sent with it, or somebody else's change would be lost unseen. */
  readonly version: number | undefined;
  /** Another tab is filling in the same form: the later draft of the two is the one that is kept. */
  readonly elsewhere: boolean;
  /** Throws the draft away and starts again from `initial`. */
  readonly discard: () => void;
  /** Goes on from the thing as somebody else left it: with what was typed here over it, or without. */
  readonly goOn: (from: T, version: number, keepTyped: boolean) => void;
  /** The form was saved with `from` and goes on, from this version: what was typed since, and what is typed from now on, is kept again. */
  readonly saved: (version?: number, from?: T) => void;
  /** The form was saved and is left: nothing is left to keep, but for what was written since in the form opened again. */
  readonly done: () => void;
  /** The form had been left when its save was answered: `sent` is no draft any more, and what was written since is one over it. */
  readonly settled: (sent: T, version?: number) => void;
}

/**
 * Keeps what is typed on this PC while it is typed, and brings it back when its writer, and nobody else, opens the form again. Fields of
 * `secret` are never written: what lies on a disk can be read by others.
 */
export function useDraft<T extends FieldValues>(
  formName: string,
  form: Pick<UseFormReturn<T>, 'reset' | 'subscribe' | 'getValues'>,
  initial: T,
  secret: readonly (keyof T)[] = [],
  version?: number,
): FormDraft<T> {
  const name = `${useContext(MemoryOwner)}.${formName}`;
  const [savedMs, setSavedMs] = useState<number | null>(null);
  const [restored, setRestored] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const closed = useRef(false);
  const gone = useRef(false);
  const hide = () => Object.fromEntries(secret.map((field) => [field, initial[field]])) as Partial<T>;
  const hidden = useRef(hide);
  const first = useRef(initial);
  const begunWith = useRef(version);
  const begun = useRef<unknown>(initial);
  const keep = useRef(() => undefined as void);
  /** The draft that was written last and still stands. */
  const written = useRef<number | null>(null);
  hidden.current = hide;
  useEffect(() => {
    closed.current = false;
    gone.current = false;
    const draft = readDraft<T>(name);
    // What the form begins with is nothing typed: registering its fields already counts as a change.
    begun.current = first.current;
    // Somebody may have changed the thing since. A form that sends the draft's own version is told so; in the others only what was typed goes over it.
    // A new thing has no newer state: all of its draft was typed, or chosen with the one before it.
    const base = begunWith.current !== undefined && draft?.version === undefined ? draft?.base : undefined;
    // What is never written is as it was at first.
    const value = draft && { ...typedOver(first.current, draft.value, base), ...hidden.current() };
    if (draft === null || value === null || isSame(value, begun.current)) dropDraft(name);
    else {
      // Of an older version: what was typed is told from what was only there by how it stood then.
      if (draft.base !== undefined && draft.version !== undefined && draft.version !== begunWith.current) {
        const then = { ...first.current, ...draft.base };
        begun.current = then;
        form.reset(then);
      }
      form.reset(value, { keepDefaultValues: true });
      begunWith.current = draft.version ?? begunWith.current;
      setSavedMs(draft.savedMs);
      setRestored(true);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    // An editor that was fetched after its form hears of the leaving after the form, and only then tells its last letters.
    let isLeaving = false;
    const write = () => {
      timer = undefined;
      if (closed.current) return undefined;
      const value = { ...form.getValues(), ...hidden.current() };
      const base = { ...(begun.current as T), ...hidden.current() };
      written.current = null;
      if (isSame(value, base)) {
        dropDraft(name);
        return setSavedMs(null);
      }
      const at = Date.now();
      if (!writeDraft(name, { savedMs: at, version: begunWith.current, value, base })) return undefined;
      written.current = at;
      // Told as saved once a killed browser would bring it back.
      return void draftShelf.kept().then(() => written.current === at && setSavedMs(at));
    };
    keep.current = write;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ defaultValues }) => {
        begun.current = defaultValues ?? begun.current;
        clearTimeout(timer);
        if (isLeaving) write();
        else timer = setTimeout(write, pauseMs);
      },
    });
    // Leaving within the pause, or closing the tab in it, must not lose the last letters.
    const hurry = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    };
    const leave = () => {
      isLeaving = true;
      hurry();
    };
    const comeBack = () => {
      isLeaving = false;
    };
    const stopWatching = onDraftElsewhere(name, setElsewhere);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      stop();
      stopWatching();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      hurry();
      gone.current = true;
    };
  }, [name, form]);
  const settled = (sent: T, now?: number) => {
    const base = { ...sent, ...hide() };
    settleDraft(name, base, (draft) => ({ ...draft, version: now ?? draft.version, base }));
  };
  const clear = () => {
    if (gone.current) return settled(form.getValues());
    dropDraft(name);
    written.current = null;
    setSavedMs(null);
    setRestored(false);
  };
  const goOn = (from: T, newer: number, keepTyped: boolean) => {
    const typed = typedOver(from, form.getValues(), begun.current as T);
    begunWith.current = newer;
    begun.current = from;
    clear();
    form.reset(from);
    if (keepTyped) form.reset(typed, { keepDefaultValues: true });
  };
  // The page has heard of a newer state: taken over while nothing is typed, asked about at saving else.
  const catchUp = useRef(() => undefined as void);
  catchUp.current = () => {
    if (version !== undefined && version > (begunWith.current ?? 0) && isSame(form.getValues(), begun.current))
      goOn(initial, version, false);
  };
  useEffect(() => catchUp.current(), [version]);
  return {
    savedMs,
    restored,
    get version() {
      return begunWith.current;
    },
    elsewhere,
    discard: () => {
      begunWith.current = version;
      form.reset(initial);
      clear();
    },
    goOn,
    saved: (now, from) => {
      // Whatever lies there now may be of the form opened again.
      if (gone.current) return settled(from ?? form.getValues(), now);
      begunWith.current = now ?? begunWith.current;
      begun.current = from ?? begun.current;
      clear();
      if (from !== undefined) keep.current();
    },
    settled,
    done: () => {
      closed.current = true;
      clear();
    },
  };
}
