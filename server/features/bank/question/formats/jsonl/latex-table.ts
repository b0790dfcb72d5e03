/**
 * LaTeX `tabular` → HTML table. Scanned question files contain such tables outside dollar signs, where no formula engine reads them. Supports \hline,
 * \cline, \multicolumn, \multirow, a tabular within a cell, and formulas that contain `&` and `\\`.
 */
import { toHtmlFromText, splitFormulas } from '../../question-markup.ts';

const opening = '\\begin{tabular}';
const closing = '\\end{tabular}';

/** Splits text into plain text and tables. An opening without its end stays text. */
export function splitTables(text: string): readonly { readonly kind: 'text' | 'table'; readonly source: string }[] {
  const parts: { kind: 'text' | 'table'; source: string }[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const end = start < 0 ? -1 : endOfTable(text, start);
    if (end < 0) break;
    parts.push({ kind: 'text', source: text.slice(at, start) }, { kind: 'table', source: text.slice(start, end) });
    at = end;
  }
  parts.push({ kind: 'text', source: text.slice(at) });
  return parts.filter((part) => part.source.trim() !== '');
}

function endOfTable(text: string, start: number): number {
  let depth = 0;
  const marks = /\\(begin|end)\{tabular\}/g;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[1] === 'begin' ? 1 : -1;
    if (depth === 0) return mark.index + closing.length;
  }
  return -1;
}

/** Converts one LaTeX table (as `splitTables` returns it) to an HTML table. */
export function convertLatexTable(source: string): string {
  const body = source.slice(opening.length, -closing.length).replace(/^\s*(\[[^\]]*\])?\s*\{[^{}]*\}/, '');
  const rows = splitOutside(body, '\\\\')
    .map((row) => row.replace(/\\hline|\\cline\s*\{[^{}]*\}/g, '').trim())
    .filter((row) => row.replace(/&/g, '').trim() !== '');
  // LaTeX writes an empty cell where a \multirow above covers it; HTML leaves the cell out.
  const covered: number[] = [];
  const html = rows.map((row) => {
    let column = 0;
    const cells = splitOutside(row, '&').map((cell) => {
      const { text, columns, rows: height } = parseCell(cell.trim());
      const hidden = (covered[column] ?? 0) > 0 && text === '';
      for (let c = column; c < column + columns; c++) covered[c] = hidden ? (covered[c] ?? 1) - 1 : Math.max(0, height - 1);
      column += columns;
      if (hidden) return '';
      const span = `${columns > 1 ? ` colspan="${columns}"` : ''}${height > 1 ? ` rowspan="${height}"` : ''}`;
      return `<td${span}>${splitTables(text)
        .map((part) => (part.kind === 'table' ? flatten(part.source) : toCellHtml(part.source)))
        .join(' ')}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><tbody>${html.join('')}</tbody></table>`;
}

/** Reduces a table within a cell to lines separated by `<br>`. */
function flatten(source: string): string {
  const body = source.slice(opening.length, -closing.length).replace(/^\s*\{[^{}]*\}/, '');
  return splitOutside(body, '\\\\')
    .flatMap((row) => splitOutside(row.replace(/\\hline/g, ''), '&'))
    .map((cell) => toCellHtml(parseCell(cell.trim()).text))
    .filter((cell) => cell !== '')
    .join('<br>');
}

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

function parseCell(source: string): Cell {
  const wide = parseCommandArguments(source, '\\multicolumn');
  if (wide) return { ...parseCell(wide[2].trim()), columns: parseSpan(wide[0]) };
  const tall = parseCommandArguments(source, '\\multirow');
  if (tall) return { ...parseCell(tall[2].trim()), rows: parseSpan(tall[0]) };
  return { text: source.trim(), columns: 1, rows: 1 };
}

// A percent sign is escaped in a LaTeX table. Within a formula the escape must stay, because a bare percent sign begins a comment.
const toCellHtml = (text: string): string =>
  splitFormulas(text.trim())
    .map((part) =>
      part.kind === 'formula' ? toHtmlFromText(`${part.mark}${part.source}${part.mark}`) : toHtmlFromText(part.source.replace(/\\%/g, '%')),
    )
    .join('');

const parseSpan = (text: string): number => Math.min(50, Math.max(1, Number.parseInt(text, 10) || 1));

/** Reads the three arguments of a command that fills the whole cell; returns undefined if the cell is not such a command. */
function parseCommandArguments(source: string, command: string): [string, string, string] | undefined {
  if (!source.startsWith(command)) return undefined;
  const args: string[] = [];
  let at = command.length;
  while (args.length < 3) {
    while (source[at] === ' ') at++;
    if (source[at] !== '{') return undefined;
    let depth = 0;
    const start = at + 1;
    for (; at < source.length; at++) {
      if (source[at] === '{') depth++;
      else if (source[at] === '}' && --depth === 0) break;
    }
    args.push(source.slice(start, at));
    at++;
  }
  return source.slice(at).trim() === '' ? (args as [string, string, string]) : undefined;
}

/** Splits at separators outside formulas, braces and inner tables. */
function splitOutside(source: string, separator: string): string[] {
  const parts: string[] = [];
  let braces = 0;
  let tables = 0;
  let formula = false;
  let start = 0;
  for (let at = 0; at < source.length; at++) {
    if (source.startsWith(opening, at)) tables++;
    else if (source.startsWith(closing, at)) tables--;
    if (source[at] === '$') formula = !formula;
    else if (!formula && source[at] === '{') braces++;
    else if (!formula && source[at] === '}') braces--;
    if (!formula && braces === 0 && tables === 0 && source.startsWith(separator, at)) {
      parts.push(source.slice(start, at));
      at += separator.length - 1;
      start = at + 1;
    } else if (source[at] === '\\') at++;
  }
  parts.push(source.slice(start));
  return parts;
}
