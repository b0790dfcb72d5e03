import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import type { Upload } from '../../lib/files/upload.ts';
import { RichTextEditorBody } from './rich-text-editor-body.tsx';

function Form({ upload }: { upload: Upload }) {
  const [value, setValue] = useState('<p>fuse</p>');
  return (
    <>
      <RichTextEditorBody label="Stem" value={value} onChange={setValue} upload={upload} />
      <button type="button" onClick={() => setValue('<p>restored</p>')}>
        Restore
      </button>
      <output>{value}</output>
    </>
  );
}

it('the editor reports a change by a button, inserts a pasted picture after its upload, and shows a new value', async () => {
  await i18n.load(['ui']);
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Upload>>>();
  const upload = vi.fn<Upload>(() => promise);
  const { person } = await renderPage(<Form upload={upload} />);
  const stem = await screen.findByRole('textbox', { name: 'Stem' });
  const value = () => screen.getByText((_text, element) => element?.tagName === 'OUTPUT').textContent;
  await person.click(screen.getByRole('button', { name: 'Numbered list' }));
  await waitFor(() => expect(value()).toBe('<ol><li><p>fuse</p></li></ol>'));

  const picture = new File(['png'], 'circuit.png', { type: 'image/png' });
  fireEvent.paste(stem, { clipboardData: { files: [picture], getData: () => '' } });
  await screen.findByText('circuit.png');
  expect(value()).not.toContain('img');
  await act(async () => resolve({ name: 'circuit.png', url: '/uploads/c.png' } as Awaited<ReturnType<Upload>>));
  await waitFor(() => expect(value()).toContain('<img src="/uploads/c.png" alt="circuit">'));

  await person.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(stem.textContent).toBe('restored'));
  expect(value()).toBe('<p>restored</p>');
});
