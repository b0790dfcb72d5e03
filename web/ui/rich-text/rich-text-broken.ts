import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import { findFormulas } from '../../lib/formula-places.ts';

type Typesetter = typeof import('../../lib/latex.ts');

const key = new PluginKey<DecorationSet>('brokenFormulas');
/** Placeholder for a non-text node. It is one character long, so that text positions stay valid. */
const atom = '\ufffc';

/** Underlines formulas that cannot be typeset. The typesetter is loaded at the first dollar sign. */
export const BrokenFormulas = Extension.create({
  name: 'brokenFormulas',
  addProseMirrorPlugins() {
    const { editor } = this;
    let typesetter: Typesetter | null = null;
    let isAsked = false;
    const ask = (): void => {
      if (isAsked) return;
      isAsked = true;
      void import('../../lib/latex.ts').then((loaded) => {
        typesetter = loaded;
        if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, true));
      });
    };
    const marks = (doc: typeof editor.state.doc): DecorationSet => {
      const found: Decoration[] = [];
      doc.descendants((node, at) => {
        if (!node.isTextblock) return true;
        const text = node.textBetween(0, node.content.size, undefined, atom);
        if (!text.includes('$')) return false;
        if (typesetter === null) ask();
        for (const { from, to, source } of findFormulas(text))
          if (typesetter?.checkFormula(source) !== undefined)
            found.push(Decoration.inline(at + 1 + from, at + 1 + to, { class: 'formula-broken' }));
        return false;
      });
      return DecorationSet.create(doc, found);
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_config, { doc }) => marks(doc),
          apply: (tr, before) => (tr.docChanged || tr.getMeta(key) === true ? marks(tr.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});
