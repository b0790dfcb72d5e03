/** Commands of the grid in which a detail table is edited, given by a key or a button. */
export type OutlineCommand =
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'collapse'
  | 'expand'
  | 'edit'
  | 'addSibling'
  | 'addChild'
  | 'indent'
  | 'outdent'
  | 'moveUp'
  | 'moveDown'
  | 'delete'
  | 'undo'
  | 'redo'
  | 'save'
  | 'X'
  | 'Y'
  | 'Z';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const plain: Readonly<Record<string, OutlineCommand>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  ArrowLeft: 'collapse',
  ArrowRight: 'expand',
  Enter: 'edit',
  F2: 'edit',
  Insert: 'addSibling',
  Delete: 'delete',
  x: 'X',
  y: 'Y',
  z: 'Z',
};
const withAlt: Readonly<Record<string, OutlineCommand>> = {
  ArrowUp: 'moveUp',
  ArrowDown: 'moveDown',
  ArrowLeft: 'outdent',
  ArrowRight: 'indent',
};
const withControl: Readonly<Record<string, OutlineCommand>> = { Enter: 'addChild', z: 'undo', y: 'redo', s: 'save' };

/** Returns the command of a key pressed on a row. */
export function getOutlineCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): OutlineCommand | undefined {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) {
    if (altKey) return undefined;
    return shiftKey && name === 'z' ? 'redo' : withControl[name];
  }
  return altKey ? withAlt[name] : plain[name];
}

/** Returns true for commands that change the detail table; they are disabled when the table is read-only. */
export const isChangeCommand = (command: OutlineCommand): boolean =>
  !['up', 'down', 'first', 'last', 'collapse', 'expand'].includes(command);
