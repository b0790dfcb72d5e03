// Stands before the application and in no chunk of it: where one of its files did not come (a line that broke in mid-load), nothing of it
// runs, and the person would sit before an empty page. Told so, and tried again until it is there; the waits grow with the tries.
(() => {
  const name = 'wenkao.boot-tries';
  const root = () => document.getElementById('root');
  let again;
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || again !== undefined || root()?.childElementCount > 0) return;
      const tries = Number(sessionStorage.getItem(name) ?? 0);
      sessionStorage.setItem(name, String(tries + 1));
      const wait = document.createElement('p');
      wait.setAttribute('role', 'status');
      wait.style.cssText =
        'margin: 20vh auto 0; max-width: 34rem; padding: 0 1rem; text-align: center; font: 1.125rem/1.7 system-ui, sans-serif';
      wait.textContent = '网络中断，页面没有打开完整，正在重试…… The page could not be opened completely; trying again …';
      if (tries > 0) root()?.replaceChildren(wait);
      again = setTimeout(() => location.reload(), Math.min(30_000, 1_000 * 2 ** tries));
    },
    true,
  );
  addEventListener('load', () => setTimeout(() => again === undefined && sessionStorage.removeItem(name), 0));
})();
