/** Converts formula fields of Word (`EQ \f(1,2)`), in which older documents write fractions and roots, to LaTeX. */

/** Converts a field to LaTeX; returns undefined if it is no formula. */
export function convertFieldToLatex(asks: string): { readonly latex: string; readonly doubtful: boolean } | undefined {
  const found = /^\s*EQ\s/i.exec(asks);
  if (!found) return undefined;
  const state: State = { text: asks.slice(found[0].length).trim(), at: 0, doubtful: false };
  return { latex: readSequence(state, '').trim(), doubtful: state.doubtful };
}

interface State {
  readonly text: string;
  at: number;
  doubtful: boolean;
}

/** Reads up to one of the characters `until`, or to the end. */
function readSequence(state: State, until: string, depth = 0): string {
  let latex = '';
  while (state.at < state.text.length) {
    const sign = state.text[state.at] ?? '';
    if (until !== '' && until.includes(sign)) break;
    if (sign === '\\' && depth < 40) latex += readCommand(state, depth + 1);
    else {
      state.at += 1;
      // An opening bracket consumes its own closing bracket.
      if (sign === '(' && until !== '' && depth < 40) {
        latex += `(${readSequence(state, ')', depth + 1)})`;
        state.at += 1;
      } else latex += toLatexSign(sign);
    }
  }
  return latex;
}

const toLatexSign = (sign: string): string =>
  /[\u2e80-\u9fff]/.test(sign)
    ? `\\text{${sign}}`
    : sign === '×'
      ? '\\times '
      : '#$%&_{}'.includes(sign)
        ? `\\${sign}`
        : sign === '\\'
          ? ''
          : sign;

function readCommand(state: State, depth: number): string {
  const commandPattern = /^\\([a-z]+)\s*/iy;
  const rest = state.text.slice(state.at, state.at + 40);
  const name = commandPattern.exec(rest);
  if (!name) {
    // An escaped literal character: `\,`.
    const sign = rest[1] ?? '';
    state.at += 2;
    return toLatexSign(sign);
  }
  state.at += name[0].length;
  const options: string[] = [];
  for (let more = true; more;) {
    const option = /^\\([a-z]+)(-?\d*)\s*|^\\([^a-z0-9\s])\s*/i.exec(state.text.slice(state.at, state.at + 40));
    more = option !== null && name[1]?.toLowerCase() !== 'e';
    if (option && more) {
      options.push((option[1] ?? option[3] ?? '').toLowerCase());
      state.at += option[0].length;
    }
  }
  const parts: string[] = [];
  if (state.text[state.at] === '(') {
    do {
      state.at += 1;
      parts.push(readSequence(state, ',;)，；', depth).trim());
    } while (/[,;，；]/.test(state.text[state.at] ?? ''));
    state.at += 1;
  }
  return writeCommand(state, (name[1] ?? '').toLowerCase(), options, parts);
}

const circled = /^[○◯O0〇]$/;

function writeCommand(state: State, name: string, options: readonly string[], parts: readonly string[]): string {
  const [first = '', second = ''] = parts;
  const has = (option: string): boolean => options.includes(option);
  switch (name) {
    case 'f':
      return `\\frac{${first}}{${second}}`;
    case 'r':
      return parts.length > 1 ? `\\sqrt${first === '' ? '' : `[${first}]`}{${second}}` : `\\sqrt{${first}}`;
    case 's':
      return has('do') ? `_{${parts.join(' ')}}` : has('up') || parts.length < 2 ? `^{${parts.join(' ')}}` : `^{${first}}_{${second}}`;
    case 'x':
      return has('to') ? `\\overline{${first}}` : has('bo') ? `\\underline{${first}}` : `\\boxed{${first}}`;
    case 'b': {
      const right = has(')') || has('rc');
      const sign = options.find((option) => /^[^a-z]$/.test(option));
      const [left, close] =
        sign === '{' ? ['\\{', has('lc') && !right ? '.' : '\\}'] : sign === '[' ? ['[', ']'] : sign === '|' ? ['|', '|'] : ['(', ')'];
      return `\\left${left} ${parts.join(',')} \\right${close}`;
    }
    case 'o': {
      const filledParts = parts.filter((part) => part !== '');
      if (filledParts.some((part) => circled.test(part)))
        return `\\text{${filledParts.find((part) => !circled.test(part)) ?? ''}}`.replace(/\d{1,2}/, toCircledNumber);
      const above = filledParts.find((part) => /^(?:\^\{)?\s*(?:→|¯|—|ˉ|-|\^)\s*\}?$/.test(part));
      if (above !== undefined && filledParts.length === 2)
        return `\\${above.includes('→') ? 'overrightarrow' : 'overline'}{${filledParts.find((part) => part !== above) ?? ''}}`;
      state.doubtful = true;
      return filledParts.join('');
    }
    case 'i':
      return `\\${has('su') ? 'sum' : has('pr') ? 'prod' : 'int'}_{${first}}^{${second}} ${parts[2] ?? ''}`;
    case 'a':
      return `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`;
    case 'l':
      return parts.join(',');
    case 'd':
      return '';
    default:
      state.doubtful = true;
      return parts.join(' ');
  }
}

const toCircledNumber = (number: string): string => {
  const value = Number(number);
  return value >= 1 && value <= 20 ? String.fromCharCode(0x245f + value) : number;
};
