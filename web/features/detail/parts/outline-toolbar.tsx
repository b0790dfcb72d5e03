import {
  ArrowDown,
  ArrowUp,
  ChevronsDownUp,
  ChevronsUpDown,
  CornerDownRight,
  IndentDecrease,
  IndentIncrease,
  Keyboard,
  ListOrdered,
  Plus,
  Redo2,
  Trash2,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { renumberCodes } from '../outline.ts';
import type { OutlineCommand } from '../outline-keys.ts';
import type { OutlineEditor } from '../use-outline.ts';
import type { OutlineGridState } from '../use-outline-grid.ts';

const helpKeys = ['walk', 'edit', 'next', 'child', 'level', 'move', 'importance', 'remove', 'paste', 'undo'] as const;

/** Offers the grid's keyboard commands as buttons. */
export function OutlineToolbar({ editor, grid, readOnly }: { editor: OutlineEditor; grid: OutlineGridState; readOnly: boolean }) {
  const { t } = useTranslation('detail');
  const [help, setHelp] = useState(false);
  const none = grid.active < 0;
  const tool = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button variant="ghost" size="iconSm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {icon}
    </Button>
  );
  const command = (name: OutlineCommand, label: string, icon: ReactNode, disabled = false) =>
    tool(label, icon, () => grid.run(name), disabled);
  const gap = <span aria-hidden className="mx-1 h-4 w-px bg-border" />;
  return (
    <div role="toolbar" aria-label={t('grid')} className="flex flex-wrap items-center gap-0.5 border-b px-2 py-1.5">
      {!readOnly && (
        <>
          <Button variant="ghost" size="sm" className="px-2" onClick={() => grid.run('addSibling')}>
            <Plus />
            {t('addSibling')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="px-2"
            disabled={none || editor.lines[grid.active]?.depth === 4}
            onClick={() => grid.run('addChild')}
          >
            <CornerDownRight />
            {t('addChild')}
          </Button>
          {gap}
          {command('outdent', t('outdent'), <IndentDecrease />, none)}
          {command('indent', t('indent'), <IndentIncrease />, none)}
          {command('moveUp', t('moveUp'), <ArrowUp />, none)}
          {command('moveDown', t('moveDown'), <ArrowDown />, none)}
          {command('delete', t('delete'), <Trash2 />, none)}
          {gap}
          {command('undo', t('undo'), <Undo2 />, !editor.canUndo)}
          {command('redo', t('redo'), <Redo2 />, !editor.canRedo)}
          {tool(t('renumber'), <ListOrdered />, () => editor.put(renumberCodes(editor.lines)), none)}
          {gap}
        </>
      )}
      {tool(t('expandAll'), <ChevronsUpDown />, () => grid.foldAll(false), none)}
      {tool(t('collapseAll'), <ChevronsDownUp />, () => grid.foldAll(true), none)}
      {!readOnly && <span className="ml-auto">{tool(t('keys'), <Keyboard />, () => setHelp(true))}</span>}
      <Dialog open={help} onOpenChange={setHelp} title={t('keys')}>
        <ul className="flex flex-col gap-2 text-sm">
          {helpKeys.map((key) => (
            <li key={key}>{t(`keyHelp.${key}`)}</li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}
