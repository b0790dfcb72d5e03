/** Meaning of a key press in the player. */
export type PlayerCommand =
  | { readonly do: 'choose'; readonly option: number }
  | { readonly do: 'strike'; readonly option: number }
  | { readonly do: 'focusOption'; readonly step: 1 | -1 }
  | { readonly do: 'move'; readonly step: 1 | -1 }
  | { readonly do: 'flag' };

export interface KeyPress {
  readonly key: string;
  /** Physical key. Letters and digits keep working under a Chinese input method, which reports `key` as "Process". */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  /** True if the focus is in a text field. */
  readonly inText: boolean;
  /** True if the focus is on an option. */
  readonly inChoice: boolean;
  /** True if the focus is in the answer card, whose cells use the arrow keys. */
  readonly inCard: boolean;
}

const moves: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1 };
const arrows: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
const vertical: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Maps a key press to a command; null if the key has no meaning where the focus is. Up and down move over the options without choosing. A native
 * radio group chooses while moving, which would change an answer when the examinee only wants to scroll.
 */
export function getPlayerCommand(press: KeyPress): PlayerCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  const page = moves[press.key];
  if (page) return { do: 'move', step: page };
  if (press.inText) return null;
  const sideways = press.inCard ? undefined : arrows[press.key];
  if (sideways) return { do: 'move', step: sideways };
  const upright = vertical[press.key];
  if (upright) return press.inChoice ? { do: 'focusOption', step: upright } : null;
  // The letter F means the flag as well as the sixth option. The flag wins: every question can be flagged, few have six options, and the key 6
  // chooses the sixth.
  if (press.code === 'KeyF' && !press.shiftKey) return { do: 'flag' };
  const option = parseOptionKey(press.code);
  if (option === null) return null;
  if (!press.shiftKey) return { do: 'choose', option };
  return press.code.startsWith('Key') ? { do: 'strike', option } : null;
}

function parseOptionKey(code: string): number | null {
  const letter = /^Key([A-H])$/.exec(code)?.[1];
  if (letter) return letter.charCodeAt(0) - 65;
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(code)?.[1];
  return digit ? Number(digit) - 1 : null;
}
