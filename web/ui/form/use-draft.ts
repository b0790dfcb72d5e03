import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dropDraft, isSameJson, onDraftElsewhere, readDraft, settleDraft, mergeTypedValues, writeDraft } from '../../lib/draft/draft.ts';
import { draftStorage } from '../../lib/draft/draft-cache.ts';
import { MemoryOwnerContext } from '../list/table-memory.ts';
import { useLatest } from '../use-latest.ts';

const pauseMs = 400;

export interface FormDraft<T = never> {
  /** Time of the last write of the draft; null before the first change. */
  readonly savedMs: number | null;
  /** True if the form started with an older, unsaved draft. */
  readonly restored: boolean;
  /** Version of the row when editing began. Send it with the form; otherwise another user's change would be overwritten unnoticed. */
  readonly version: number | undefined;
  /** True if another tab edits the same form. The draft written last survives. */
  readonly elsewhere: boolean;
  /** Deletes the draft and restarts from `initial`. */
  readonly discard: () => void;
  /** Continues from another user's newer version, with or without the text typed here. */
  readonly goOn: (from: T, version: number, keepTyped: boolean) => void;
  /** The form was saved with `from` and stays open with this version. Later typing is saved as a draft again. */
  readonly saved: (version?: number, from?: T) => void;
  /** The form was saved as `sent` (default: its present text) and is being left. Deletes the draft; text typed after sending stays one. */
  readonly done: (sent?: T, version?: number) => void;
  /** The save was answered after the form had been left: `sent` is no draft any more; text typed since becomes a draft based on `sent`. */
  readonly settled: (sent: T, version?: number) => void;
}

/**
 * Saves typed text on this PC as a draft, and restores it when the same user opens the form again. Fields in `secret` are never written:
 * others may be able to read the disk.
 */
export function useDraft<T extends FieldValues>(
  formName: string,
  form: Pick<UseFormReturn<T>, 'reset' | 'subscribe' | 'getValues'>,
  initial: T,
  secret: readonly (keyof T)[] = [],
  version?: number,
): FormDraft<T> {
  const name = `${useContext(MemoryOwnerContext)}.${formName}`;
  const [savedMs, setSavedMs] = useState<number | null>(null);
  const [restored, setRestored] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const isClosed = useRef(false);
  const isUnmounted = useRef(false);
  const hide = () => Object.fromEntries(secret.map((field) => [field, initial[field]])) as Partial<T>;
  const hideRef = useLatest(hide);
  const firstValue = useRef(initial);
  const baseVersion = useRef(version);
  const baseline = useRef<unknown>(initial);
  const writeNowRef = useRef(() => undefined as void);
  /** Time of the draft written last, if it still exists. */
  const writtenMs = useRef<number | null>(null);
  useEffect(() => {
    isClosed.current = false;
    isUnmounted.current = false;
    const draft = readDraft<T>(name);
    // Baseline of the form: registering its fields already counts as a change.
    baseline.current = firstValue.current;
    // Another user may have changed the row since. A form that sends the draft's version gets that conflict from the server; in other forms,
    // only typed fields override the newer row. A new row has no newer version: its whole draft was typed or chosen by the user.
    const base = baseVersion.current !== undefined && draft?.version === undefined ? draft?.base : undefined;
    // Secret fields start with their initial value.
    const value = draft && { ...mergeTypedValues(firstValue.current, draft.value, base), ...hideRef.current() };
    if (draft === null || value === null || isSameJson(value, baseline.current)) dropDraft(name);
    else {
      // The draft is based on an older version: only the difference to its base is typed text.
      if (draft.base !== undefined && draft.version !== undefined && draft.version !== baseVersion.current) {
        const draftBaseline = { ...firstValue.current, ...draft.base };
        baseline.current = draftBaseline;
        form.reset(draftBaseline);
      }
      form.reset(value, { keepDefaultValues: true });
      baseVersion.current = draft.version ?? baseVersion.current;
      setSavedMs(draft.savedMs);
      setRestored(true);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A lazily loaded editor reacts to pagehide after this form, and reports its last letters only then.
    let isLeaving = false;
    const write = () => {
      timer = undefined;
      if (isClosed.current) return undefined;
      const value = { ...form.getValues(), ...hideRef.current() };
      const base = { ...(baseline.current as T), ...hideRef.current() };
      writtenMs.current = null;
      if (isSameJson(value, base)) {
        dropDraft(name);
        return setSavedMs(null);
      }
      const savedAtMs = Date.now();
      if (!writeDraft(name, { savedMs: savedAtMs, version: baseVersion.current, value, base })) return undefined;
      writtenMs.current = savedAtMs;
      // Report the draft as saved only when it would survive a killed browser, and only on a form that is still shown.
      return void draftStorage.kept().then(() => !isUnmounted.current && writtenMs.current === savedAtMs && setSavedMs(savedAtMs));
    };
    writeNowRef.current = write;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ defaultValues }) => {
        baseline.current = defaultValues ?? baseline.current;
        clearTimeout(timer);
        if (isLeaving) write();
        else timer = setTimeout(write, pauseMs);
      },
    });
    // If the page or tab closes during the delay, write at once, so that the last letters are not lost.
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
      isUnmounted.current = true;
    };
  }, [name, form, hideRef]);
  const settled = (sent: T, now?: number) => {
    const base = { ...sent, ...hide() };
    settleDraft(name, base, (draft) => ({ ...draft, version: now ?? draft.version, base }));
  };
  const clear = (sent = form.getValues(), newer?: number) => {
    if (isUnmounted.current) return settled(sent, newer);
    dropDraft(name);
    writtenMs.current = null;
    setSavedMs(null);
    setRestored(false);
  };
  const goOn = (from: T, newer: number, keepTyped: boolean) => {
    const typed = mergeTypedValues(from, form.getValues(), baseline.current as T);
    baseVersion.current = newer;
    baseline.current = from;
    clear(from, newer);
    form.reset(from);
    if (keepTyped) form.reset(typed, { keepDefaultValues: true });
  };
  // The page has loaded a newer version: take it over if nothing is typed; otherwise the save will ask.
  const catchUp = useEffectEvent(() => {
    if (version !== undefined && version > (baseVersion.current ?? 0) && isSameJson(form.getValues(), baseline.current))
      goOn(initial, version, false);
  });
  useEffect(() => catchUp(), [version]);
  return {
    savedMs,
    restored,
    get version() {
      return baseVersion.current;
    },
    elsewhere,
    discard: () => {
      baseVersion.current = version;
      form.reset(initial);
      clear();
    },
    goOn,
    saved: (now, from) => {
      // The stored draft may belong to the form opened again.
      if (isUnmounted.current) return settled(from ?? form.getValues(), now);
      baseVersion.current = now ?? baseVersion.current;
      baseline.current = from ?? baseline.current;
      clear();
      if (from === undefined) return;
      form.reset(from, { keepValues: true });
      writeNowRef.current();
    },
    settled,
    done: (sent = form.getValues(), now) => {
      const isTypedOn = !isUnmounted.current && !isSameJson(form.getValues(), sent);
      if (isTypedOn) writeNowRef.current();
      isClosed.current = true;
      if (isTypedOn) settled(sent, now);
      else clear(sent, now);
    },
  };
}
