import './lib/old-browsers.ts';
import { RouterProvider } from 'react-router-dom';
import { guardPresses } from './app/presses.ts';
import { createRouter } from './app/router.tsx';
import { startPage } from './app/start-page.tsx';
import { loadCatalogue } from './app/texts.ts';

startPage(loadCatalogue, () => {
  const router = createRouter();
  guardPresses(() => router.state.navigation.state === 'loading');
  return <RouterProvider router={router} />;
});
