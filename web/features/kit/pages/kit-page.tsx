import { type ReactNode, useState } from 'react';
import { Chart } from '../../../ui/chart/chart.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { PrintBlock, PrintLayout, PrintPage } from '../../../ui/print/print-layout.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import type { UploadedFile } from '../../../lib/files/upload.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { kitTexts as words } from '../kit-texts.ts';
import { KitInputs } from '../parts/kit-inputs.tsx';
import { KitSurfaces } from '../parts/kit-surfaces.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import { applyTreeMove, type TreeNode } from '../../../ui/tree/tree-model.ts';

const node = (id: string, ...children: TreeNode[]): TreeNode => ({ id, name: words.treeItems[id] ?? id, children, branch: id.length < 3 });
const begin: readonly TreeNode[] = [
  node('A', node('A1'), node('A2')),
  node('B', node('B1'), node('B2', node('B21'), node('B22'))),
  node('C'),
];

function KitTree() {
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

type Look = 'light' | 'dark' | 'contrast';

const show = (look: Look): void => {
  document.documentElement.classList.toggle('dark', look === 'dark');
  document.documentElement.classList.toggle('contrast', look === 'contrast');
};

const points = [3, 8, 14, 22, 31, 18, 4].map((count, at) => ({ name: `${30 + at * 10}–${39 + at * 10}`, figures: { count } }));
const weeks = [12, 28, 45, 60, 78].map((share, at) => ({ name: `${at + 1}`, figures: { a: share, b: at === 4 ? null : share - 9 + at } }));

/** Shows every component in all its states. Served in development only. */
export function KitPage() {
  const [look, setLook] = useState<Look>('light');
  const [stem, setStem] = useState<string>(words.stemValue);
  const [empty, setEmpty] = useState('');
  const [logo, setLogo] = useState<readonly UploadedFile[]>([]);
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const section = (title: string, body: ReactNode): ReactNode => (
    <Panel title={title} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      {body}
    </Panel>
  );
  return (
    <main className="mx-auto flex max-w-6xl flex-col gap-3.5 p-5">
      <PageHeader
        title={words.title}
        actions={
          <RadioGroup
            aria-label={words.themes}
            value={look}
            onValueChange={(next) => {
              setLook(next as Look);
              show(next as Look);
            }}
            className="flex gap-4"
          >
            {(['light', 'dark', 'contrast'] as const).map((each) => (
              <Radio key={each} value={each} label={words[each]} />
            ))}
          </RadioGroup>
        }
      />
      <div className="grid gap-3.5 lg:grid-cols-2">
        <KitInputs />
        <div className="flex flex-col gap-3.5">
          {section(
            words.editor,
            <>
              <Field label={words.stem}>
                {(control) => <RichTextEditor {...control} label={words.stem} value={stem} onChange={setStem} upload={uploadFile} blanks />}
              </Field>
              <RichTextEditor label={words.placeholder} placeholder={words.placeholder} value={empty} onChange={setEmpty} />
            </>,
          )}
          {section(
            words.uploads,
            <>
              <Field label={words.logo}>
                {(control) => <UploadField {...control} value={logo} onChange={setLogo} upload={uploadFile} />}
              </Field>
              <Field label={words.attachments}>
                {(control) => (
                  <UploadField {...control} value={files} onChange={setFiles} upload={uploadFile} accept={['document', 'image']} max={5} />
                )}
              </Field>
            </>,
          )}
        </div>
        <KitTree />
        <KitSurfaces />
        {section(
          words.charts,
          <>
            <Chart kind="bars" title={words.scores} axis={words.band} series={[{ key: 'count', name: words.count }]} points={points} />
            <Chart
              kind="lines"
              title={words.progress}
              axis={words.week}
              unit="%"
              series={[
                { key: 'a', name: words.classA },
                { key: 'b', name: words.classB },
              ]}
              points={weeks}
            />
            <Chart kind="bars" title={words.scores} axis={words.band} series={[]} points={[]} height={60} />
          </>,
        )}
        {section(
          words.print,
          <div className="max-h-[520px] overflow-auto">
            <PrintLayout school={{ title: words.school }} title={words.nameValue} subtitle={words.printSubtitle}>
              <PrintPage>
                {words.people.map((name, at) => (
                  <PrintBlock key={name} className="flex justify-between border-b py-1.5">
                    <span>{name}</span>
                    <span className="num">
                      {words.printRow} {at + 1}
                    </span>
                  </PrintBlock>
                ))}
              </PrintPage>
            </PrintLayout>
          </div>,
        )}
      </div>
    </main>
  );
}
