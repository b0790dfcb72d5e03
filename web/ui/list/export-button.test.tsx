import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { ExportButton } from './export-button.tsx';
import type { FetchPage } from './list-pages.ts';

/** Answers with a file, as the worker that writes spreadsheets does. */
class SheetWorker {
  onmessage: (event: { data: { blob: Blob } }) => void = () => undefined;
  postMessage = () => this.onmessage({ data: { blob: new Blob(['rows']) } });
  terminate = () => undefined;
}
beforeEach(() => i18n.load(['ui']));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = async (fetchPage: FetchPage<{ id: number }>) => {
  const columns = [{ key: 'id', header: 'Id', value: (row: { id: number }) => row.id }];
  const button = <ExportButton name="People" columns={columns} fetchPage={fetchPage} idOf={(row) => row.id} total={{ total: 2 }} />;
  await renderPage(button);
  screen.getByRole('button', { name: 'Export to Excel' }).click();
};

it('a failed export shows why and can be repeated; after success the file is saved and the dialog closes', async () => {
  const fetchPage = vi.fn<FetchPage<{ id: number }>>(async () => ({ items: [{ id: 1 }, { id: 2 }], total: 2 }));
  fetchPage.mockRejectedValueOnce(new Error('no network'));
  vi.stubGlobal('Worker', SheetWorker);
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:rows';
    },
  );
  const files: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    files.push(this.download);
  });
  await open(fetchPage);
  expect((await screen.findByRole('alert')).textContent).toBe('no network');
  screen.getByRole('button', { name: 'Try again' }).click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files).toEqual([expect.stringMatching(/^People .*\.xlsx$/)]);
});

it('a stopped export saves nothing, and the next export starts from the beginning', async () => {
  const signals: AbortSignal[] = [];
  await open((_page, _size, signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  (await screen.findByRole('button', { name: 'Stop' })).click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'Export to Excel' }).click();
  await screen.findByRole('dialog');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(screen.queryByRole('alert')).toBeNull();
});
