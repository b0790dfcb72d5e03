import { chromium } from '@playwright/test';
const [,, url, out, size='1366x768', theme='light', ...extra] = process.argv;
const [width,height]=size.split('x').map(Number);
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu'] });
const p = await b.newPage({ viewport:{width,height}, colorScheme: theme });
p.on('console', m => { if (['error','warning'].includes(m.type())) console.log(m.type(), m.text().slice(0,300)); });
p.on('pageerror', e => console.log('PAGEERROR', e.message.slice(0,500)));
await p.route('**/api/**', r => {
  const u = r.request().url();
  const ok = d => r.fulfill({ json: { code:0, msg:'', data:d } });
  if (u.endsWith('getByWebsite')) return ok({ id:1, title:'江南职业技术学院', logo:'', cover:'', website:'demo' });
  if (u.endsWith('/sync/time')) return ok({ serverNow: Date.now()+200, serverEpoch:'x' });
  return r.fulfill({ json:{code:1002,msg:'登录名或密码不正确'}});
});
if (extra.includes('en')) await p.addInitScript(() => localStorage.setItem('wenkao.language','en'));
await p.goto(url); await p.waitForLoadState('networkidle');
if (extra.includes('submit')) { await p.getByLabel('登录名').fill('zhoumin'); await p.getByLabel('密码', {exact:true}).fill('x'); await p.keyboard.press('Enter'); await p.waitForTimeout(600); }
if (extra.includes('empty')) { await p.getByRole('tab',{name:'准考证登录'}).click(); await p.getByRole('button',{name:'登录', exact:true}).click(); await p.waitForTimeout(300); }
await p.screenshot({ path: out }); await b.close();
