import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dropDraft, isSameJson, onDraftElsewhere, readDraft, settleDraft, mergeTypedValues, writeDraft } from '../../lib/draft/draft.ts';
import { draftStorage } from '../../lib/draft/draft-cache.ts';
import { MemoryOwnerContext } from '../memory-owner-context.ts';
import { useLatest } from '../use-latest.ts';

const pauseMs = 400;

export interface FormDraft<T = never> {
  /** Time of the last write of the draft; null before the first change. */
  readonly savedMs: number | null;
  /** True if the form started with an older, unsaved draft. */
  readonly restored: boolean;
  /** Version of the row when editing began. Send it with the form; otherwise another user's change would be overwritten unnoticed. */
  readonly version: number | undefined;
  /** True if another tab edits the same form. Only the draft that was written last survives. */
  readonly isOpenElsewhere: boolean;
  /** Deletes the draft and restarts from `initial`. */
  readonly discard: () => void;
  /** Continues from another user's newer version, with or without the text that this user has typed in the form. */
  readonly rebase: (from: T, version: number, keepTyped: boolean) => void;
  /** Call it after a save of `from`, if the form stays open with this version. Text typed later is stored as a draft again. */
  readonly saved: (version?: number, from?: T) => void;
  /**
   * Call it after a save of `sent` (default: the form's present text), if the form is being left. Deletes the draft, or reduces it to the text typed
   * after the save was sent.
   */
  readonly finish: (sent?: T, version?: number) => void;
  /**
   * Call it if the save of `sent` was answered after the form had been left. Deletes the draft, or makes the text typed after the save was sent a
   * draft based on `sent`.
   */
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
  /** Time at which the stored draft was written, in epoch milliseconds; null if none is stored. */
  const writtenMs = useRef<number | null>(null);
  useEffect(() => {
    isClosed.current = false;
    isUnmounted.current = false;
    const draft = readDraft<T>(name);
    // Set the baseline (the values that text counts as typed against) explicitly: registering the form's fields already counts as a change.
    baseline.current = firstValue.current;
    // Another user may have changed the row since. A form that sends the draft's version gets that conflict from the server; in other forms,
    // only typed fields override the newer row. A new row has no newer version: its whole draft was typed or chosen by the user.
    const base = baseVersion.current !== undefined && draft?.version === undefined ? draft?.base : undefined;
    // Secret fields start with their initial value.
    const value = draft && { ...mergeTypedValues(firstValue.current, draft.value, base), ...hideRef.current() };
    if (draft === null || value === null || isSameJson(value, baseline.current)) dropDraft(name);
    else {
      // The draft is based on an older version, so only its difference from that version is typed text.
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
    // True once the page is being left. A lazily loaded editor handles `pagehide` after this form, and its text must then be written at once.
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
      return void draftStorage
        .waitUntilFlushed()
        .then(() => !isUnmounted.current && writtenMs.current === savedAtMs && setSavedMs(savedAtMs));
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
  // The page has loaded a newer version. Take it over if the user has typed nothing; otherwise the next save reports the conflict.
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
    isOpenElsewhere: elsewhere,
    discard: () => {
      baseVersion.current = version;
      form.reset(initial);
      clear();
    },
    rebase: goOn,
    saved: (now, from) => {
      // If the form was left, the stored draft may already belong to the same form opened again.
      if (isUnmounted.current) return settled(from ?? form.getValues(), now);
      baseVersion.current = now ?? baseVersion.current;
      baseline.current = from ?? baseline.current;
      clear();
      if (from === undefined) return;
      form.reset(from, { keepValues: true });
      writeNowRef.current();
    },
    settled,
    finish: (sent = form.getValues(), now) => {
      const isTypedOn = !isUnmounted.current && !isSameJson(form.getValues(), sent);
      if (isTypedOn) writeNowRef.current();
      isClosed.current = true;
      if (isTypedOn) settled(sent, now);
      else clear(sent, now);
    },
  };
}
