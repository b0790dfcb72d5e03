import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PasswordSlip } from './password-slip.tsx';

it('slips count as printed only after a confirmation, because a closed print dialog may have been a cancel', async () => {
  await i18n.load(['people', 'ui']);
  const printed: string[] = [];
  vi.stubGlobal('print', () => printed.push(document.body.textContent ?? ''));
  const onKept = vi.fn<() => void>();
  const slip = { id: 1, name: 'Zhao Lei', login_name: 'KEY001', class_name: '', password: 'aaaaa-bbbbb' };
  await renderPage(<PasswordSlip slips={[slip]} onKept={onKept} />);
  const print = async (answer: string) => {
    screen.getByRole('button', { name: 'Print slips' }).click();
    await waitFor(() => expect(printed.at(-1)).toMatch(/KEY001.*aaaaa-bbbbb.*\/login\/first/));
    act(() => void window.dispatchEvent(new Event('afterprint')));
    (await screen.findByRole('button', { name: answer })).click();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.querySelector('.print-alone')).toBeNull();
  };
  await print('Not yet');
  expect(onKept).not.toHaveBeenCalled();
  await print('Yes, all printed');
  expect(onKept).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
