import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import type { Upload } from '../../lib/files/upload.ts';
import { RichText } from './rich-text.tsx';
import { RichTextEditorBody } from './rich-text-editor-body.tsx';

const sound = '/uploads/0123456789abcdef0123456789abcdef.mp3';

function Stem({ upload }: { upload: Upload }) {
  const [value, setValue] = useState('<p>listen</p>');
  return (
    <>
      <RichTextEditorBody label="Stem" value={value} onChange={setValue} upload={upload} media />
      <output>{value}</output>
    </>
  );
}

const chooseFile = (file: File) => {
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].find((each) => each.accept.includes('audio/mpeg'));
  if (!input) throw new Error('no field for recordings');
  fireEvent.change(input, { target: { files: [file] } });
};

it('the editor inserts a recording, offers its play limit, and refuses a file that is too large for a paper', async () => {
  await i18n.load(['ui', 'words']);
  const acceptedKinds: unknown[] = [];
  const upload: Upload = async (file, options) => {
    acceptedKinds.push(options?.accept);
    return { url: sound, name: file.name, sizeBytes: file.size, type: 'audio/mpeg' };
  };
  const { person } = await renderPage(<Stem upload={upload} />);
  await screen.findByRole('textbox', { name: 'Stem' });
  const value = () => screen.getByText((_text, element) => element?.tagName === 'OUTPUT').textContent;
  expect(screen.getByRole('button', { name: /Insert recording or video.*MP3.*8/ })).toBeTruthy();
  const large = new File(['x'], 'concert.mp3');
  Object.defineProperty(large, 'size', { value: 9 * 1024 * 1024 });
  chooseFile(large);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('concert.mp3'));
  expect(acceptedKinds).toEqual([]);

  chooseFile(new File(['x'], 'dialogue.mp3'));
  await waitFor(() => expect(value()).toContain(`<audio src="${sound}"></audio>`));
  expect(acceptedKinds).toEqual([['image', 'media']]);
  await person.click(await screen.findByRole('radio', { name: '2' }));
  await waitFor(() => expect(value()).toContain(`<audio src="${sound}" data-plays="2"></audio>`));
  await person.click(screen.getByRole('radio', { name: 'No limit' }));
  await waitFor(() => expect(value()).toContain(`<audio src="${sound}"></audio>`));
});

it('RichText shows a recording with controls and play limit, a note on paper, and a word in one line', async () => {
  await i18n.load(['ui', 'words']);
  const html = `<p>listen</p><audio src="${sound}" data-plays="2"></audio>`;
  const { container } = await renderPage(<RichText html={html} />);
  expect(container.querySelector('audio')?.controls).toBe(true);
  expect(container.textContent).toContain('2 plays in an exam');
  expect(container.textContent).toContain('[Recording: listen on the exam PC]');
  const line = await renderPage(<RichText html={html} inline />);
  expect(line.container.querySelector('audio')).toBeNull();
  expect(line.container.textContent).toBe('listen[Recording]');
});
