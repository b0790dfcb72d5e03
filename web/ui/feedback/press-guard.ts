/**
 * Makes one press trigger one action. The second click of a double click, a held key or a double key press must not repeat an action. Nor must it
 * activate an element that appeared under the pointer meanwhile (another page, a dialog, the next primary button).
 */

/** Two clicks within this many milliseconds count as one press, long enough for slow users. */
const pairMs = 500;
/** Largest distance between the two clicks of a double click, in CSS pixels. */
const pairPx = 8;
/** Work that begins more than this many milliseconds after a press was not caused by it. This is long enough for a form's validation on an old PC. */
const beginsMs = 1500;
/**
 * While the next page is loading, buttons ignore presses for at most this many milliseconds after the last press, so that they work again if the page
 * never loads.
 */
const takenMs = 10_000;

/** The part of a browser event that the guard uses. */
export interface PressEvent {
  readonly type: string;
  readonly timeStamp: number;
  readonly isTrusted: boolean;
  readonly target: unknown;
  preventDefault(): void;
  stopImmediatePropagation(): void;
}
interface Place {
  readonly clientX: number;
  readonly clientY: number;
}
export interface PointerPressEvent extends PressEvent, Place {}
export interface ClickEvent extends PointerPressEvent {
  readonly detail: number;
}
export interface KeyEvent extends PressEvent {
  readonly key: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The element that a press acts on. */
export interface PressedElement {
  readonly element: object;
  /** True if a press triggers an action (a button, a link, a menu item). Presses on choices, fields and text are never ignored. */
  readonly isAction: boolean;
  /** False if a double click counts as two presses, as on a button that turns pages or moves a row up. */
  readonly once: boolean;
  /** `line`: Enter in this field submits its form. `lines`: Enter is a line break. Null for an element that is not a text field. */
  readonly field: 'line' | 'lines' | null;
  /** Accessible name. If the name of an element changes, it counts as another button. */
  readonly name: string;
}

interface LastPress {
  readonly pressed: PressedElement;
  readonly target: unknown;
  readonly timeStamp: number;
  readonly x: number;
  readonly y: number;
}

export interface PressGuard {
  click(event: ClickEvent): void;
  pointerDown(event: PointerPressEvent): void;
  keyDown(event: KeyEvent): void;
  /** Tells the guard that the user has typed text by any means, so the next press is independent of the last one. */
  written(): void;
  /** Registers the work that the latest press caused. The button ignores presses until the work ends. */
  beginWork(nowMs: number): RunningWork;
}
interface RunningWork {
  end(): void;
}
const noWork: RunningWork = { end: () => undefined };

interface PressSurroundings {
  readonly look: (target: unknown) => PressedElement | null;
  /** True while a navigation is in progress. */
  readonly leaving: () => boolean;
}

const swallow = (event: PressEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Creates the guard. `look` finds the element that a press acts on; `leaving` tells whether a navigation is in progress. */
export function createPressGuard({ look, leaving }: PressSurroundings): PressGuard {
  let lastClick: LastPress | null = null;
  let lastKey: LastPress | null = null;
  /** The latest press that was not ignored. */
  let lastPress: LastPress | null = null;
  const working = new Map<object, number>();

  const isSamePress = (one: PressedElement, other: PressedElement): boolean => one.element === other.element && one.name === other.name;
  const isAlreadyHandled = (pressed: PressedElement, now: number): boolean =>
    pressed.once && (working.has(pressed.element) || (leaving() && lastPress !== null && now - lastPress.timeStamp < takenMs));
  const isNear = (first: LastPress, { clientX, clientY }: Place): boolean =>
    Math.abs(clientX - first.x) <= pairPx && Math.abs(clientY - first.y) <= pairPx;
  /** Returns true for a button of the same name on another row, if a double click on it counts as two presses, as when removing row after row. */
  const isNextOfMany = (one: PressedElement, other: PressedElement): boolean => one.isAction && !one.once && one.name === other.name;
  /** Tests whether the second press of a double click must be ignored. */
  const shouldIgnoreSecond = ({ pressed: first }: LastPress, second: PressedElement): boolean =>
    second.isAction && (second.once || !(isSamePress(first, second) || isNextOfMany(first, second)));

  return {
    click(event) {
      // Do not check clicks that scripts or keys cause. A key was already checked when it was pressed.
      if (!event.isTrusted || event.detail === 0) return;
      const pressed = look(event.target);
      if (pressed === null) return;
      const { timeStamp, target, clientX: x, clientY: y } = event;
      const first = lastClick;
      // A label forwards its click to its control, with the same timestamp: this is still one press.
      if (first !== null && timeStamp === first.timeStamp && target !== first.target && isSamePress(first.pressed, pressed)) return;
      const isPair = first !== null && isNear(first, event) && (event.detail > 1 || timeStamp - first.timeStamp < pairMs);
      const isRefused = (isPair && shouldIgnoreSecond(first, pressed)) || isAlreadyHandled(pressed, timeStamp);
      // A third click is compared with the first click as well, not with the ignored second one.
      lastClick = { pressed: isRefused && isPair ? first.pressed : pressed, target, timeStamp, x, y };
      lastKey = null;
      if (isRefused) swallow(event);
      else lastPress = lastClick;
    },
    pointerDown(event) {
      const first = lastClick;
      // The second press must not close a dialog that the first press opened and that closes when the user presses outside it.
      if (
        first === null ||
        !event.isTrusted ||
        !first.pressed.isAction ||
        !isNear(first, event) ||
        event.timeStamp - first.timeStamp >= pairMs
      )
        return;
      const pressed = look(event.target);
      if (pressed !== null && !isSamePress(first.pressed, pressed)) swallow(event);
    },
    keyDown(event) {
      // A key press ends a possible double click.
      lastClick = null;
      if (event.isComposing) {
        lastKey = null;
        return;
      }
      const isSaveKey = (event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'S' || event.key === 'Enter');
      if (isSaveKey && event.repeat) return swallow(event);
      if (event.key !== 'Enter' && event.key !== ' ') {
        lastKey = null;
        return;
      }
      const pressed = look(event.target);
      if (pressed === null || pressed.field === 'lines' || (pressed.field === 'line' && event.key === ' ')) return;
      const first = lastKey;
      const canSend = pressed.isAction || pressed.field === 'line';
      if (!canSend) return;
      const judgedPress = { ...pressed, isAction: true };
      const isQuick = first !== null && event.timeStamp - first.timeStamp < pairMs;
      // A second, separate key press may be meant for an element that has just got the focus (a menu, a confirmation); a held key is not.
      const isPair = event.repeat || (isQuick && first.pressed.element === judgedPress.element);
      const isRefused =
        (isPair && (first === null || shouldIgnoreSecond(first, judgedPress))) || isAlreadyHandled(judgedPress, event.timeStamp);
      lastKey = {
        pressed: isRefused && first !== null ? first.pressed : judgedPress,
        target: event.target,
        timeStamp: event.timeStamp,
        x: 0,
        y: 0,
      };
      if (isRefused) swallow(event);
      else lastPress = lastKey;
    },
    written() {
      lastClick = null;
      lastKey = null;
    },
    beginWork(nowMs) {
      if (lastPress === null || nowMs - lastPress.timeStamp > beginsMs) return noWork;
      const { element } = lastPress.pressed;
      working.set(element, (working.get(element) ?? 0) + 1);
      return {
        end() {
          const left = (working.get(element) ?? 1) - 1;
          if (left === 0) working.delete(element);
          else working.set(element, left);
        },
      };
    },
  };
}

const acting = 'button,a[href],summary,[role=menuitem],input[type=submit],input[type=button]';
/**
 * ARIA roles of elements that only select a value, which is submitted with its form. A switch is not among them: a double click must not turn it on
 * and off again.
 */
const choices = new Set(['checkbox', 'radio', 'tab', 'option', 'combobox', 'treeitem', 'menuitemcheckbox', 'menuitemradio']);
/** Selector of the label of a choice whose value is sent at once. */
const sentAtOnce = 'label[data-press=once]';
const noText = new Set(['checkbox', 'radio', 'range', 'file', 'submit', 'button', 'reset', 'image']);

const getFieldKind = (target: HTMLElement): PressedElement['field'] => {
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return 'lines';
  return target instanceof HTMLInputElement && !noText.has(target.type) ? 'line' : null;
};

/** Finds the element that a press acts on. Buttons declare with `data-press` whether a double click counts twice. */
export function findPressedElement(target: unknown): PressedElement | null {
  if (!(target instanceof Element)) return null;
  const actingElement = target.closest<HTMLElement>(acting);
  const isDone = actingElement !== null && !choices.has(actingElement.getAttribute('role') ?? '');
  const action = isDone ? actingElement : target.closest<HTMLElement>(sentAtOnce);
  if (action !== null) return { element: action, isAction: true, once: isOnce(action), field: null, name: action.textContent };
  const field = target instanceof HTMLElement ? getFieldKind(target) : null;
  const sends = field === 'line' && target.closest('form') !== null;
  return { element: target, isAction: false, once: sends, field, name: '' };
}

const isOnce = (action: HTMLElement): boolean =>
  action.dataset['press'] === undefined
    ? action.matches('[type=submit],[role=menuitem],[role=switch]')
    : action.dataset['press'] === 'once';
