// Over http:// from another computer a browser gives a page no cryptography and no offline storage. The application can't run there, so this
// page takes its place. It needs no stylesheet and none of the application's files.
if (!isSecureContext) {
  // From here on no script is loaded: the application's would fail half-way.
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'none'";
  document.head.append(policy);
  const secure = `https://${location.host}${location.pathname}`;
  const part = (name, text, look = 'margin: 0 0 0.75rem') => {
    const made = document.createElement(name);
    made.textContent = text;
    made.style.cssText = look;
    return made;
  };
  const link = part(
    'a',
    secure,
    'display: block; margin: 0 0 1.5rem; font-size: 1.25rem; overflow-wrap: anywhere; color: inherit; text-decoration: underline',
  );
  link.href = secure;
  const english = document.createElement('div');
  english.lang = 'en';
  english.style.cssText =
    'margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent)';
  english.append(
    part('p', 'Open this system with https://. Browsers do not let a page at http:// keep answers or work offline.'),
    part('p', 'If the address above does not open, ask the administrator of your school.'),
    part(
      'p',
      'Administrators: set TLS_CERT and TLS_KEY, or put an HTTPS proxy in front (“TLS” in docs/operations.md). On the server itself, http://localhost works.',
    ),
  );
  const page = document.createElement('main');
  page.style.cssText = 'max-width: 38rem; margin: 12vh auto 0; padding: 0 1.25rem 2rem; font: 1.0625rem/1.75 system-ui, sans-serif';
  page.append(
    part('h1', '请用 https:// 打开', 'font-size: 1.75rem; font-weight: 600; line-height: 1.3; margin: 0 0 1rem'),
    part('p', '现在的地址以 http:// 开头，没有加密。浏览器不允许这样的页面保存答案，也不允许断网考试，所以系统没有打开。'),
    part('p', '请改用这个地址：'),
    link,
    part('p', '还是打不开，请联系学校的系统管理员。'),
    part(
      'p',
      '系统管理员：请配置证书（TLS_CERT、TLS_KEY）或 HTTPS 代理，见 docs/operations.md 的“TLS”。在服务器本机上可以用 http://localhost 打开。',
    ),
    english,
  );
  document.title = '请用 https:// 打开';
  addEventListener('DOMContentLoaded', () => document.body.append(page));
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
