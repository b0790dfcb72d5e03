// Over http:// from another computer a browser gives a page no cryptography and no offline storage, so the application can't run there. The
// server's page about HTTPS says what to do (server/http/routes/https-page.ts).
if (!isSecureContext) {
  // From here on no script is loaded: the application's would fail half-way.
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'none'";
  document.head.append(policy);
  location.replace(`/use-https?from=${encodeURIComponent(location.pathname)}`);
}

// A script of the application that did not arrive leaves an empty page. This says so and reloads until the script is there, each time after a longer wait.
(() => {
  if (!isSecureContext) return;
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
