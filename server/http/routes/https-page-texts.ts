/** Steps by which a user makes one kind of device trust the school's root certificate. A line that begins with `$ ` is a command to copy. */
interface DeviceSteps {
  readonly device: string;
  readonly steps: readonly string[];
}

/** Texts of the page that explains HTTPS, in one language. `{file}` is the address of the root certificate. */
export interface HttpsPageTexts {
  readonly title: string;
  readonly reason: string;
  readonly address: string;
  readonly scan: string;
  readonly certificate: { readonly title: string; readonly about: string; readonly download: string; readonly fingerprint: string };
  readonly devices: readonly DeviceSteps[];
  readonly help: string;
  readonly administrator: string;
}

const install = 'certutil.exe -addstore -f Root';
const groupPolicyScript = ['$ curl.exe -s -o "%TEMP%\\wenkao-ca.crt" {file}', `$ ${install} "%TEMP%\\wenkao-ca.crt"`] as const;

export const httpsPageTexts: Readonly<Record<'zh-CN' | 'en', HttpsPageTexts>> = {
  'zh-CN': {
    title: '请用 https:// 打开',
    reason: '现在的地址以 http:// 开头，没有加密。浏览器不允许这样的页面保存答案，也不允许断网考试，所以系统没有打开。',
    address: '请改用这个地址：',
    scan: '平板和手机可以扫码打开',
    certificate: {
      title: '浏览器提示“连接不是私密连接”时',
      about: '学校使用自己的证书。每台设备安装一次下面的根证书，之后就不再提示。',
      download: '下载根证书（ca.crt）',
      fingerprint: 'SHA-256 指纹，请与管理员核对：',
    },
    devices: [
      {
        device: 'Windows',
        steps: [
          '下载后双击 ca.crt，点“安装证书”。',
          '存储位置选“本地计算机”，点“下一步”。',
          '选“将所有的证书都放入下列存储”，点“浏览”，选“受信任的根证书颁发机构”，然后完成。',
          '关闭所有浏览器窗口，再打开上面的地址。',
          '也可以以管理员身份打开命令提示符，在下载文件夹中运行：',
          `$ ${install} ca.crt`,
        ],
      },
      {
        device: 'Windows 机房（组策略）',
        steps: [
          '在“组策略管理”中编辑机房的策略：计算机配置 → 策略 → Windows 设置 → 脚本（启动/关机）→ 启动。',
          '添加一个 .cmd 文件，内容是下面两行。电脑重新启动后即可使用。',
          ...groupPolicyScript,
        ],
      },
      {
        device: 'Android',
        steps: [
          '下载 ca.crt。',
          '打开“设置”，搜索“CA 证书”（一般在 安全 → 加密与凭据 → 安装证书）。',
          '选“CA 证书”，点“仍然安装”，再选 ca.crt。',
          '用 Chrome 打开上面的地址。',
        ],
      },
      {
        device: 'iPadOS',
        steps: [
          '用 Safari 下载 ca.crt，点“允许”。',
          '设置 → 通用 → VPN 与设备管理：点已下载的描述文件，点“安装”。',
          '设置 → 通用 → 关于本机 → 证书信任设置：打开这张证书的开关。',
          '用 Safari 打开上面的地址。',
        ],
      },
    ],
    help: '还是打不开，请联系学校的系统管理员。',
    administrator:
      '系统管理员：服务器还没有证书。请运行 wenkao tls --name <域名> --ip <地址>（源码安装用 npm run tls --），再重新启动；也可以设置 TLS_CERT 和 TLS_KEY，或使用 HTTPS 代理并设置 TRUST_PROXY。在服务器本机上可以用 http://localhost 打开。',
  },
  en: {
    title: 'Open this system with https://',
    reason:
      'This address begins with http:// and is not encrypted. Browsers do not let such a page keep answers or work offline, so the system does not open.',
    address: 'Use this address instead:',
    scan: 'Scan to open on a tablet or phone',
    certificate: {
      title: 'If the browser says that the connection is not private',
      about: 'The school uses its own certificate. Install the root certificate once on each device, and the warning no longer appears.',
      download: 'Download the root certificate (ca.crt)',
      fingerprint: 'SHA-256 fingerprint; compare it with your administrator:',
    },
    devices: [
      {
        device: 'Windows',
        steps: [
          'Double-click the downloaded ca.crt and choose “Install Certificate”.',
          'Choose “Local Machine”, then “Next”.',
          'Choose “Place all certificates in the following store”, “Browse”, “Trusted Root Certification Authorities”, then finish.',
          'Close all browser windows and open the address above.',
          'Or open a command prompt as administrator and run in the download folder:',
          `$ ${install} ca.crt`,
        ],
      },
      {
        device: 'A room of Windows PCs (group policy)',
        steps: [
          'In Group Policy Management, edit the policy of the room: Computer Configuration → Policies → Windows Settings → Scripts (Startup/Shutdown) → Startup.',
          'Add a .cmd file with these two lines. The PCs are ready after their next restart.',
          ...groupPolicyScript,
        ],
      },
      {
        device: 'Android',
        steps: [
          'Download ca.crt.',
          'Open Settings and search for “CA certificate” (usually Security → Encryption & credentials → Install a certificate).',
          'Choose “CA certificate”, “Install anyway”, then ca.crt.',
          'Open the address above in Chrome.',
        ],
      },
      {
        device: 'iPadOS',
        steps: [
          'Download ca.crt with Safari and choose “Allow”.',
          'Settings → General → VPN & Device Management: choose the downloaded profile, then “Install”.',
          'Settings → General → About → Certificate Trust Settings: switch this certificate on.',
          'Open the address above in Safari.',
        ],
      },
    ],
    help: 'If the address still does not open, ask the administrator of your school.',
    administrator:
      'Administrators: this server has no certificate yet. Run wenkao tls --name <host name> --ip <address> (from the sources: npm run tls --) and restart the server; or set TLS_CERT and TLS_KEY; or use an HTTPS proxy and set TRUST_PROXY. On the server itself, http://localhost works.',
  },
};
