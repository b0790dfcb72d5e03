// Runs in the learning platform, inside an exported SCORM package. It opens the course in a window of its own and writes the progress that this
// window reports. It knows nobody: the learner signs in within the window.
(() => {
  const courseWindow = document.body.dataset.courseWindow;
  const courseOrigin = new URL(courseWindow).origin;
  const helloMs = 1_000;
  const retryMs = 5_000;

  const texts = {
    zh: {
      noApi: '没有找到学习平台的 SCORM 2004 接口，进度无法记录。请从学习平台的课程中打开本页。',
      notStarted: '学习平台没有开始这次学习（错误 {code}）。请关闭后从学习平台重新打开。',
      ready: '课程在新窗口中打开。请在其中用您在该平台的账号登录。',
      open: '打开课程',
      again: '重新打开课程',
      blocked: '浏览器拦截了新窗口。请允许本网站弹出窗口，再打开课程。',
      waiting: '课程窗口已打开。请在其中登录，并同意传回进度。若其中提示没有这门课程，它可能已撤下，或没有分配给您。',
      declined: '您没有同意传回进度，学习平台不会记录本次学习。',
      closed: '课程窗口已关闭，已完成 {percent}%。',
      learned: '已完成 {percent}%。请让本页保持打开，进度才能记入学习平台。',
      done: '课程已完成，学习平台已记录。',
      notSaved: '学习平台没有保存进度（错误 {code}），稍后自动重试。请不要关闭本页。',
    },
    en: {
      noApi:
        'The SCORM 2004 interface of a learning platform was not found, so no progress can be recorded. Open this page from the course in your learning platform.',
      notStarted: 'The learning platform did not begin this attempt (error {code}). Close it and open it in the learning platform again.',
      ready: 'The course opens in a new window. Sign in there with your account of that site.',
      open: 'Open the course',
      again: 'Open the course again',
      blocked: 'The browser blocked the new window. Allow pop-up windows for this site, then open the course.',
      waiting:
        'The course is open in its window. Sign in there, and agree to report your progress. If the course is not found there, it may have been withdrawn, or is not yours.',
      declined: 'You did not agree to report your progress, so the learning platform does not record it.',
      closed: 'The window of the course was closed. Completed: {percent}%.',
      learned: 'Completed: {percent}%. Keep this page open, so that the learning platform records your progress.',
      done: 'You have completed the course, and the learning platform has recorded it.',
      notSaved: 'The learning platform did not save the progress (error {code}); it is tried again. Do not close this page.',
    },
  };
  const language = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  document.documentElement.lang = language;
  const say = (key, values = {}) => texts[language][key].replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
  const element = (id) => document.getElementById(id);
  const show = (id, text) => {
    if (element(id).textContent !== text) element(id).textContent = text;
  };

  /** Reads the interface of a frame. A frame of another origin throws. */
  const readApi = (frame) => {
    try {
      return frame.API_1484_11 ?? null;
    } catch {
      return null;
    }
  };
  /** Looks for the interface in a frame and the frames around it, as SCORM 2004 describes. */
  const climb = (first) => {
    let frame = first;
    for (let steps = 0; frame && steps < 500; steps += 1) {
      const api = readApi(frame);
      if (api) return api;
      if (frame.parent === frame) return null;
      frame = frame.parent;
    }
    return null;
  };
  const api = climb(window.parent === window ? null : window.parent) ?? climb(window.opener) ?? climb(window.top.opener);
  const isTrue = (answer) => String(answer) === 'true';
  // oxlint-disable-next-line unicorn/throw-new-error -- a function of the interface, not a constructor
  const getErrorCode = () => api.GetLastError();

  if (!api) {
    show('failure', say('noApi'));
    return;
  }
  const alreadyStarted = '103';
  if (!isTrue(api.Initialize('')) && getErrorCode() !== alreadyStarted) {
    show('failure', say('notStarted', { code: getErrorCode() }));
    return;
  }

  const startedMs = Date.now();
  let measure = Number(api.GetValue('cmi.progress_measure')) || 0;
  let isCompleted = api.GetValue('cmi.completion_status') === 'completed';
  let score = null;
  let opened = null;
  /** True if the window that is open now has reported; `isReported`: any window of this attempt. */
  let hasReport = false;
  let isReported = false;
  let isSaved = true;
  let triedMs = 0;

  /** Formats the time since the attempt began as a duration: PT1H2M3S. */
  const formatSessionTime = () => {
    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    return `PT${Math.floor(seconds / 3_600)}H${Math.floor((seconds % 3_600) / 60)}M${seconds % 60}S`;
  };

  /** Writes the values of this attempt and asks the platform to save them. A learner who reports nothing gets no progress. */
  const save = () => {
    triedMs = Date.now();
    const values = {
      ...(isReported && {
        'cmi.progress_measure': String(measure),
        'cmi.completion_status': isCompleted ? 'completed' : 'incomplete',
      }),
      'cmi.session_time': formatSessionTime(),
      'cmi.exit': isCompleted ? 'normal' : 'suspend',
      ...(score !== null && { 'cmi.score.scaled': String(score) }),
    };
    isSaved = Object.entries(values).every(([name, value]) => isTrue(api.SetValue(name, value))) && isTrue(api.Commit(''));
    show('failure', isSaved ? '' : say('notSaved', { code: getErrorCode() }));
  };

  const showState = () => {
    const percent = Math.floor(measure * 100);
    element('progress').value = measure;
    element('progress').hidden = !hasReport && measure === 0;
    const isClosed = opened !== null && opened.closed;
    if (isCompleted && isSaved) show('state', say('done'));
    else if (isClosed) show('state', say('closed', { percent }));
    else if (hasReport) show('state', say('learned', { percent }));
    element('open').hidden = opened !== null && !isClosed;
    element('open').textContent = say(opened === null ? 'open' : 'again');
  };

  /** Takes a report of the course's window. Progress never goes back within an attempt. */
  const take = (report) => {
    const next = Math.max(measure, Math.min(1, report.measure));
    const nextScore = typeof report.score === 'number' ? Math.max(0, Math.min(1, report.score)) : null;
    const isChanged = !hasReport || next !== measure || (report.completed && !isCompleted) || nextScore !== score;
    measure = next;
    isCompleted = isCompleted || report.completed;
    score = nextScore;
    hasReport = true;
    isReported = true;
    if (isChanged || (!isSaved && Date.now() - triedMs >= retryMs)) save();
    showState();
  };

  window.addEventListener('message', ({ source, origin, data }) => {
    if (opened === null || source !== opened || origin !== courseOrigin || typeof data !== 'object' || data === null) return;
    if (data.kind === 'wenkao.declined') show('state', say('declined'));
    else if (data.kind === 'wenkao.progress' && Number.isFinite(data.measure) && typeof data.completed === 'boolean') take(data);
  });

  element('open').addEventListener('click', () => {
    hasReport = false;
    opened = window.open(courseWindow, 'wenkao-course');
    show('failure', opened === null ? say('blocked') : '');
    if (opened !== null) show('state', say('waiting'));
    showState();
  });

  // The window answers each greeting with the progress, so that neither page must know when the other one was loaded.
  setInterval(() => {
    if (opened === null) return;
    if (!opened.closed) opened.postMessage({ kind: 'wenkao.hello' }, courseOrigin);
    else if (!isSaved && Date.now() - triedMs >= retryMs) save();
    showState();
  }, helloMs);

  let isEnded = false;
  window.addEventListener('pagehide', () => {
    if (isEnded) return;
    isEnded = true;
    save();
    api.Terminate('');
  });

  // A page that the browser brings back from its history has ended its attempt.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  show('state', say('ready'));
  showState();
})();
