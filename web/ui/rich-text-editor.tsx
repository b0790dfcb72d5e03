import { lazy, Suspense } from 'react';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import { Skeleton } from './skeleton.tsx';

const Body = lazy(async () => ({ default: (await import('./rich-text-editor-body.tsx')).RichTextEditorBody }));

/** 300 px of rich text (spec section 9). The editor is a chunk of its own, fetched with the first page that shows one. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-[300px] rounded-lg" />}>
      <Body {...props} />
    </Suspense>
  );
}
