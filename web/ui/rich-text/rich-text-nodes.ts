import { type Editor, InputRule, Mark, Node } from '@tiptap/react';
import { sanitiseShownHtml } from '../../lib/sanitise-html.ts';

/** Marks for `<sub>` and `<sup>`: H₂O, m². Each excludes the other. */
const script = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup', key: string) =>
  Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });
export const Subscript = script('subscript', 'sub', 'Mod-,');
export const Superscript = script('superscript', 'sup', 'Mod-.');

/** Returns a number that no blank of the stem has. */
export function getNextBlankNumber(editor: Editor): number {
  let last = 0;
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'blank') last = Math.max(last, Number(node.attrs['n']));
  });
  return last + 1;
}

/** The n-th blank of a fill-in question. Typing three underscores inserts one. */
export const Blank = Node.create<{ offered: () => boolean }>({
  name: 'blank',
  addOptions: () => ({ offered: () => false }),
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    n: { parseHTML: (element) => element.getAttribute('data-blank'), renderHTML: ({ n }) => ({ 'data-blank': String(n) }) },
  }),
  parseHTML: () => [{ tag: 'span[data-blank]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
  renderText: () => '____',
  addInputRules() {
    const { editor, options, type } = this;
    return [
      new InputRule({
        find: /[_＿]{3}$/,
        handler: ({ state, range }) => {
          if (!options.offered()) return null;
          state.tr.replaceWith(range.from, range.to, type.create({ n: getNextBlankNumber(editor) }));
          return undefined;
        },
      }),
    ];
  },
});

/** A dollar sign that opens no formula. */
export const Dollar = Node.create({
  name: 'dollar',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [{ tag: 'span[data-dollar]' }],
  renderHTML: () => ['span', { 'data-dollar': '' }, '$'],
  renderText: () => '$',
});

const elementOf = (html: string): HTMLElement => {
  const holder = document.createElement('template');
  holder.innerHTML = sanitiseShownHtml(html);
  return (holder.content.firstElementChild as HTMLElement | null) ?? document.createElement('p');
};

/** Tables and rendered formulas from other sources: the editor cannot edit them, but must preserve them. */
const kept = (name: string, tag: string, inline: boolean) =>
  Node.create({
    name,
    group: inline ? 'inline' : 'block',
    inline,
    atom: true,
    addAttributes: () => ({ html: { default: '', parseHTML: (element: HTMLElement) => element.outerHTML, rendered: false } }),
    parseHTML: () => [{ tag, priority: 100 }],
    renderHTML: ({ node }) => elementOf(String(node.attrs['html'])),
  });
export const OpaqueTable = kept('keptTable', 'table', false);
export const OpaqueFormula = kept('keptFormula', 'math', true);
