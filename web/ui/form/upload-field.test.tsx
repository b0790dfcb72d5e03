import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { type Upload, type UploadedFile, UploadFailure } from '../../lib/files/upload.ts';
import { UploadField } from './upload-field.tsx';

const picture = (name: string) => new File(['png'], name, { type: 'image/png' });
const arrived = (name: string) => ({ name, url: `/uploads/${name}`, sizeBytes: 3, type: 'image/png' });

function Form({ upload }: { upload: Upload }) {
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  return <UploadField value={files} onChange={setFiles} upload={upload} />;
}

it('a picture can be dropped, pasted or chosen; a failure is shown; without a network the upload resumes alone', async () => {
  await i18n.load(['ui']);
  const upload = vi.fn<Upload>(async ({ name }) => arrived(name));
  const { person, container } = await renderPage(<Form upload={upload} />);
  const zone = screen.getByRole('button', { name: 'Choose a picture' });
  fireEvent.drop(zone, { dataTransfer: { files: [picture('dropped.png')] } });
  await screen.findByRole('link', { name: /dropped\.png/ });
  fireEvent.paste(zone, { clipboardData: { files: [picture('pasted.png')] } });
  await screen.findByRole('link', { name: /pasted\.png/ });
  expect(screen.queryByText('dropped.png')).toBeNull();

  const input = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  upload.mockRejectedValueOnce(new UploadFailure({ kind: 'refused', text: 'please sign in to the wifi' }));
  await person.upload(input, picture('gateway.png'));
  await screen.findByText('Upload failed: please sign in to the wifi');
  upload.mockRejectedValueOnce(new UploadFailure({ kind: 'network' }));
  await person.click(screen.getByRole('button', { name: 'Retry uploading gateway.png' }));
  await screen.findByText(/no network connection/);
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('link', { name: /gateway\.png/ });

  upload.mockImplementationOnce((_file, { signal } = {}) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  await person.upload(input, picture('slow.png'));
  await person.click(await screen.findByRole('button', { name: 'Cancel uploading slow.png' }));
  await waitFor(() => expect(screen.queryByText('slow.png')).toBeNull());
});
