/* oxlint-disable no-var -- Browsers that are too old for the application must be able to read this script: it is written in ES5. */

// This script runs before the application and says so if the application cannot run.
(function () {
  'use strict';

  function createMessage(text) {
    var line = document.createElement('p');
    line.setAttribute('role', 'status');
    line.style.cssText =
      'margin: 20vh auto 0; max-width: 34rem; padding: 0 1rem; white-space: pre-line; font: 1.125rem/1.7 system-ui, sans-serif';
    line.textContent = text;
    return line;
  }

  // From here on no script is loaded: the application's would fail half-way.
  function stopApplication() {
    var policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "script-src 'none'";
    document.head.appendChild(policy);
  }

  // Over http:// from another computer a browser gives a page no cryptography and no offline storage, so the application can't run there. The
  // server's page about HTTPS says what to do (server/http/routes/https-page.ts).
  if (window.isSecureContext === false) {
    stopApplication();
    location.replace('/use-https?from=' + encodeURIComponent(location.pathname));
    return;
  }

  // What every page needs, by the names that browser makers use. Without one of these the page would stay empty. The pre-check names what only
  // an exam needs (web/platform/pwa/required-features.ts).
  var features = {
    'JavaScript modules': 'noModule' in document.createElement('script'),
    'Array.prototype.findLast': 'findLast' in Array.prototype,
    'Object.hasOwn': 'hasOwn' in Object,
    structuredClone: 'structuredClone' in window,
    'crypto.randomUUID': 'crypto' in window && 'randomUUID' in window.crypto,
    'AbortSignal.timeout': 'AbortSignal' in window && 'timeout' in window.AbortSignal,
  };
  var missing = Object.keys(features).filter(function (name) {
    return !features[name];
  });

  // A setting or policy against cookies and site data makes even reading the storage throw.
  function isStorageForbidden() {
    try {
      window.sessionStorage.getItem('');
      window.localStorage.getItem('');
      return false;
    } catch (error) {
      return true;
    }
  }

  var why = null;
  if (missing.length > 0) {
    var names = missing.join(', ');
    why = [
      '这个浏览器太旧，系统打不开。它缺少：' + names + '。',
      '请用 Chrome 109 以上或新版 Edge 打开；Windows 7 能装的最新版就是 Chrome 109。360、QQ 等浏览器请升级，并切换到极速模式。',
      '',
      'This browser is too old for the system. It lacks: ' + names + '.',
      'Use Chrome 109 or later, or a current Edge. Chrome 109 is the last version for Windows 7.',
    ];
  } else if (isStorageForbidden()) {
    why = [
      '浏览器不许这个网站保存数据，系统打不开，答案也存不下。',
      '请在浏览器设置里允许本站的 Cookie 和网站数据，再刷新本页。改不了的话，是学校的管理策略，请找管理员。',
      '',
      'The browser does not let this site store data, so the system cannot open and answers cannot be saved.',
      'Allow cookies and site data for this site in the browser settings, then reload. If you cannot change that, ask the administrator.',
    ];
  }
  if (why !== null) {
    var text = why.join('\n');
    stopApplication();
    document.addEventListener('DOMContentLoaded', function () {
      document.body.appendChild(createMessage(text));
    });
    return;
  }

  // A script of the application that did not arrive leaves an empty page. This says so and reloads until the script is there, each time after a
  // longer wait.
  var triesKey = 'wenkao.boot-tries';
  var again;

  function reloadLater(event) {
    var root = document.getElementById('root');
    var isShown = root !== null && root.childElementCount > 0;
    if (!(event.target instanceof HTMLScriptElement) || again !== undefined || isShown) return;
    var tries = Number(sessionStorage.getItem(triesKey) || 0);
    sessionStorage.setItem(triesKey, String(tries + 1));
    if (root !== null && tries > 0) {
      root.appendChild(createMessage('网络中断，页面没有打开完整，正在重试…… The page could not be opened completely; trying again …'));
    }
    var waitMs = Math.min(30000, 1000 * Math.pow(2, tries));
    again = setTimeout(function () {
      location.reload();
    }, waitMs);
  }
  addEventListener('error', reloadLater, true);
  addEventListener('load', function () {
    setTimeout(function () {
      if (again === undefined) sessionStorage.removeItem(triesKey);
    }, 0);
  });
})();
