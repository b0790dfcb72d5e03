/**
 * One press, one thing. The second click of a double click, a key that is held or pressed twice, must not do the same once more, nor press
 * what has come under the pointer meanwhile (another page, a dialog, the next primary button).
 */

/** What somebody with a heavy hand still means as one press. */
const pairMs = 500;
/** A hand that clicks twice moves the pointer no further. */
const pairPx = 8;
/** What begins later was begun by something else. Long enough for a form to look at what was typed on an old PC. */
const beginsMs = 1500;
/** A button stays taken until the next page stands, but not for ever: a page that never comes must not leave this one dead. */
const takenMs = 10_000;

/** What the guard sees of a document's events; the browser's own fit. */
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

/** The part of a page that a press lands on. */
export interface Pressed {
  readonly element: object;
  /** Does something where it stands (a button, a link, an entry of a menu). Choices, fields and text are never held back. */
  readonly acts: boolean;
  /** A second press in a moment is not meant; false: turning pages, moving up and down. */
  readonly once: boolean;
  /** A single line of a form: Enter there sends it. Several lines take Enter as text. */
  readonly field: 'line' | 'lines' | null;
  /** What it is called: the same element under another name is another button. */
  readonly name: string;
}

interface Last {
  readonly pressed: Pressed;
  readonly target: unknown;
  readonly timeStamp: number;
  readonly x: number;
  readonly y: number;
}

export interface PressGuard {
  click(event: ClickEvent): void;
  pointerDown(event: PointerPressEvent): void;
  keyDown(event: KeyEvent): void;
  /** Something was typed, whatever way it came: the press that follows it is another press. */
  written(): void;
  /** Work that the newest press began: its button is taken until the work is over. */
  workOfPress(nowMs: number): Work;
}
interface Work {
  end(): void;
}
const noWork: Work = { end: () => undefined };

interface PressSurroundings {
  readonly look: (target: unknown) => Pressed | null;
  /** A page is on its way. */
  readonly leaving: () => boolean;
}

const swallow = (event: PressEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

export function createPressGuard({ look, leaving }: PressSurroundings): PressGuard {
  let lastClick: Last | null = null;
  let lastKey: Last | null = null;
  /** The newest press that was let through. */
  let newest: Last | null = null;
  const working = new Map<object, number>();

  const same = (one: Pressed, other: Pressed): boolean => one.element === other.element && one.name === other.name;
  const taken = (pressed: Pressed, now: number): boolean =>
    pressed.once && (working.has(pressed.element) || (leaving() && newest !== null && now - newest.timeStamp < takenMs));
  const isNear = (first: Last, { clientX, clientY }: Place): boolean =>
    Math.abs(clientX - first.x) <= pairPx && Math.abs(clientY - first.y) <= pairPx;
  /** The same sort of button in the row that came up: taking out one line after another. */
  const nextOfMany = (one: Pressed, other: Pressed): boolean => one.acts && !one.once && one.name === other.name;
  /** Is the second press of a pair one too many? */
  const tooMany = ({ pressed: first }: Last, second: Pressed): boolean =>
    second.acts && (second.once || !(same(first, second) || nextOfMany(first, second)));

  return {
    click(event) {
      // What a script clicks, and what a key clicks, was judged when it was pressed.
      if (!event.isTrusted || event.detail === 0) return;
      const pressed = look(event.target);
      if (pressed === null) return;
      const { timeStamp, target, clientX: x, clientY: y } = event;
      const first = lastClick;
      // What a label passes on to its control is the same press, at the very same time.
      if (first !== null && timeStamp === first.timeStamp && target !== first.target && same(first.pressed, pressed)) return;
      const pair = first !== null && isNear(first, event) && (event.detail > 1 || timeStamp - first.timeStamp < pairMs);
      const refused = (pair && tooMany(first, pressed)) || taken(pressed, timeStamp);
      // A third click in a row is measured against the first as well.
      lastClick = { pressed: refused && pair ? first.pressed : pressed, target, timeStamp, x, y };
      lastKey = null;
      if (refused) swallow(event);
      else newest = lastClick;
    },
    pointerDown(event) {
      const first = lastClick;
      // What closes when it is pressed outside (a dialog that has just come up) must not hear the second press of a pair either.
      if (first === null || !event.isTrusted || !first.pressed.acts || !isNear(first, event) || event.timeStamp - first.timeStamp >= pairMs)
        return;
      const pressed = look(event.target);
      if (pressed !== null && !same(first.pressed, pressed)) swallow(event);
    },
    keyDown(event) {
      // A double click has no key within.
      lastClick = null;
      if (event.isComposing) {
        lastKey = null;
        return;
      }
      const saves = (event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'S' || event.key === 'Enter');
      if (saves && event.repeat) return swallow(event);
      if (event.key !== 'Enter' && event.key !== ' ') {
        lastKey = null;
        return;
      }
      const pressed = look(event.target);
      if (pressed === null || pressed.field === 'lines' || (pressed.field === 'line' && event.key === ' ')) return;
      const first = lastKey;
      const sends = pressed.acts || pressed.field === 'line';
      if (!sends) return;
      const judged = { ...pressed, acts: true };
      const moment = first !== null && event.timeStamp - first.timeStamp < pairMs;
      // A key can be pressed on purpose where the focus went (a menu, a question that was asked); held down, it isn't.
      const pair = event.repeat || (moment && first.pressed.element === judged.element);
      const refused = (pair && (first === null || tooMany(first, judged))) || taken(judged, event.timeStamp);
      lastKey = {
        pressed: refused && first !== null ? first.pressed : judged,
        target: event.target,
        timeStamp: event.timeStamp,
        x: 0,
        y: 0,
      };
      if (refused) swallow(event);
      else newest = lastKey;
    },
    written() {
      lastClick = null;
      lastKey = null;
    },
    workOfPress(nowMs) {
      if (newest === null || nowMs - newest.timeStamp > beginsMs) return noWork;
      const { element } = newest.pressed;
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
