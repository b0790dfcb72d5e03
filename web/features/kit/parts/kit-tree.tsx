import { useState } from 'react';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import { applyTreeMove, type TreeNode } from '../../../ui/tree/tree-model.ts';
import { kitTexts as words } from '../kit-texts.ts';

const node = (id: string, ...children: TreeNode[]): TreeNode => ({ id, name: words.treeItems[id] ?? id, children, branch: id.length < 3 });
const begin: readonly TreeNode[] = [
  node('A', node('A1'), node('A2')),
  node('B', node('B1'), node('B2', node('B21'), node('B22'))),
  node('C'),
];

export function KitTree() {
  const [nodes, setNodes] = useState(begin);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['A', 'B']));
  const [selected, setSelected] = useState<string | null>('A2');
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <Panel title={words.tree} bodyClassName="p-2">
      <Tree
        label={words.tree}
        nodes={nodes}
        expanded={expanded}
        onExpandedChange={setExpanded}
        selectedId={selected}
        onSelect={setSelected}
        onMove={(move) => setNodes(applyTreeMove(nodes, move))}
        editingId={editing}
        onEdit={setEditing}
        editor={({ name }) => <Input autoFocus defaultValue={name} className="h-7" onBlur={() => setEditing(null)} />}
        row={(each) => (
          <>
            <span className="num text-[13px] text-muted-foreground">{each.id}</span>
            <span className="truncate">{each.name}</span>
            <span className="num ml-auto text-[13px] text-muted-foreground">
              {words.weight} {each.id.length * 5}
            </span>
          </>
        )}
      />
    </Panel>
  );
}
