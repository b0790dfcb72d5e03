import { EyeOff, Maximize } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { hasWatchRules, type WatchKind, type WatchRules } from '../../../../../sync/contract/exams/lockdown.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import type { SittingController } from '../../model/sitting-controller.ts';

/** Milliseconds within which repeated events of one kind count once. */
const onceMs = 1_000;

/** The screen in Chromium, which tells whether a second screen is attached; other browsers do not. */
type ExtendableScreen = Screen & { readonly isExtended?: boolean } & Partial<Pick<EventTarget, 'addEventListener'>>;

/**
 * Covers an exam's paper while its window is not in use. If the plan says so, records events that lead away from the paper and warns the examinee
 * (decision 032).
 */
export function PlayerGuard({ controller, rules }: { controller: SittingController; rules: WatchRules }) {
  const { t } = useTranslation('examSitting');
  const [covered, setCovered] = useState(false);
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  const [count, setCount] = useState(0);
  const [seenCount, setSeenCount] = useState(0);
  const lastMsByKind = useRef<Partial<Record<WatchKind, number>>>({});
  const choosing = useRef(false);
  const copied = useRef('');

  const note = useEffectEvent((kind: WatchKind) => {
    if (!hasWatchRules(rules)) return;
    const nowMs = performance.now();
    if (nowMs - (lastMsByKind.current[kind] ?? -onceMs) < onceMs) return;
    lastMsByKind.current[kind] = nowMs;
    setCount((so) => so + 1);
    void controller.recordLeaving(kind);
  });
  useEffect(() => {
    const abortController = new AbortController();
    const on = { signal: abortController.signal };
    const handleLeave = (): void => {
      setCovered(true);
      // The window also loses the focus to the file dialog in which the examinee chooses a photo for an answer, which is allowed.
      if (!choosing.current) note('focus');
    };
    const handleReturn = (): void => {
      choosing.current = false;
      setCovered(false);
    };
    window.addEventListener('blur', handleLeave, on);
    window.addEventListener('focus', handleReturn, on);
    document.addEventListener('visibilitychange', () => (document.hidden ? handleLeave() : handleReturn()), on);
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'file') choosing.current = true;
      },
      { ...on, capture: true },
    );
    document.addEventListener(
      'fullscreenchange',
      () => {
        setFull(document.fullscreenElement !== null);
        if (document.fullscreenElement === null) note('fullscreen');
      },
      on,
    );
    const copy = (): void => void (copied.current = String(document.getSelection()) || getSelectedText(document.activeElement));
    document.addEventListener('copy', copy, on);
    document.addEventListener('cut', copy, on);
    // Pasting is allowed if the text was copied from the paper or from the examinee's own answers.
    document.addEventListener('paste', ({ clipboardData }) => clipboardData?.getData('text/plain') !== copied.current && note('paste'), on);
    window.addEventListener('beforeprint', () => note('print'), on);
    // The player handles a right click on an option itself (it strikes the option out).
    window.addEventListener('contextmenu', (event) => !event.defaultPrevented && note('menu'), on);
    // Windows sends a page no `keydown` for the Print Screen key, only `keyup`.
    document.addEventListener('keyup', ({ key }) => key === 'PrintScreen' && note('capture'), on);
    const { screen }: { screen: ExtendableScreen } = window;
    const look = () => screen.isExtended && note('screen');
    look();
    screen.addEventListener?.('change', look, on);
    return () => abortController.abort();
  }, []);

  const warned = rules.warnAt > 0 && count >= rules.warnAt && count > seenCount;
  return (
    <>
      {rules.fullscreen && !full && document.fullscreenEnabled && (
        <Strip
          tone="kept"
          className="flex-none items-center rounded-none px-6 py-[7px] text-sm [&>i]:mt-0"
          action={
            <Button size="sm" onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}>
              <Maximize aria-hidden />
              {t('guard.enter')}
            </Button>
          }
        >
          {t('guard.fullscreen')}
        </Strip>
      )}
      <div role="alert" className="flex-none">
        {warned && (
          <Strip
            tone="seal"
            className="items-center rounded-none px-6 py-[7px] text-sm [&>i]:mt-0"
            action={
              <Button size="sm" variant="seal" onClick={() => setSeenCount(count)}>
                {t('overlay.understood')}
              </Button>
            }
          >
            {t('guard.warned', { count })}
          </Strip>
        )}
      </div>
      {covered && <Cover />}
    </>
  );
}

/** Covers everything, also open dialogs and an enlarged picture, without moving the focus. */
function Cover() {
  const { t } = useTranslation('examSitting');
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Older browsers have no top layer for popovers, so an open dialog stays visible above the cover.
    if ('showPopover' in HTMLElement.prototype) cover.current?.showPopover();
  }, []);
  return (
    <div
      ref={cover}
      popover="manual"
      data-covered
      className="fixed inset-0 z-40 m-0 grid h-dvh w-screen max-w-none place-items-center border-0 bg-background p-6 text-foreground print:hidden"
    >
      <p className="flex items-center gap-3 text-lg font-semibold">
        <EyeOff aria-hidden className="size-7 stroke-[1.6]" />
        {t('guard.covered')}
      </p>
    </div>
  );
}

const getSelectedText = (field: Element | null): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : '';
