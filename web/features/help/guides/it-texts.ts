import selfCheckCertificatePicture from '../../../../docs/screens/self-check-certificate.png';
import type { Guide } from '../guide.ts';

export const itGuide: Guide = {
  id: 'it',
  readers: ['系统管理员', 'IT'],
  title: ['系统管理员指南', 'Guide for IT'],
  lead: [
    '安装、证书、考场电脑、备份、升级和恢复演练。命令按 Linux 写；Windows 用 wenkao.cmd 代替 ./wenkao。细节见安装包里的 docs/operations.md。',
    'Installation, certificates, exam PCs, backups, upgrades and a recovery drill. Commands are for Linux; on Windows use wenkao.cmd in place of ./wenkao. Details are in docs/operations.md of the package.',
  ],
  sections: [
    {
      id: 'install',
      title: ['安装', 'Installation'],
      lead: [
        '一台 2 核、4 GB 内存的机器够一千人同时考试。安装包不需要互联网，也不需要别的程序。',
        'A machine with 2 cores and 4 GB of memory serves a thousand examinees at once. The package needs neither internet nor other programs.',
      ],
      steps: [
        [
          '把安装包解到只有管理员能改的文件夹，例如 `/opt/wenkao`：`tar -xzf wenkao-<version>-linux-x64.tar.gz`。',
          'Unpack the package in a folder that only administrators can change, such as `/opt/wenkao`: `tar -xzf wenkao-<version>-linux-x64.tar.gz`.',
        ],
        [
          '用 root 执行 `./wenkao install-service`：服务开机自动启动，用自己的账号运行。先加 `--print` 看它会做什么。',
          'As root, call `./wenkao install-service`: the service starts at boot under an account of its own. With `--print` it only shows what it would do.',
        ],
        [
          '第一次启动会打印 `admin` 的一次性密码：`journalctl -u wenkao`。在 /login/main 登录，马上改密码。',
          'The first start prints a one-time password of `admin`: `journalctl -u wenkao`. Sign in at /login/main and change it at once.',
        ],
        [
          '改端口、数据文件夹等设置，编辑 `settings.env`，再执行一次 `./wenkao install-service`。',
          'To change ports, data folder and other settings, edit `settings.env` and call `./wenkao install-service` again.',
        ],
      ],
    },
    {
      id: 'tls',
      title: ['HTTPS 证书', 'HTTPS certificates'],
      lead: [
        '必须用 HTTPS：没有它，浏览器不装离线程序，考试就过不了断网；别的电脑也只能看到一页说明。',
        'HTTPS is required. Without it browsers install no offline program, an exam does not survive a lost network, and other PCs see only a page that explains HTTPS.',
      ],
      steps: [
        [
          '为浏览器会打开的每个名字和地址做证书：`./wenkao tls --name exam.school.cn --ip 192.168.1.10`。然后重新启动服务。',
          'Make a certificate for each name and address that browsers will open: `./wenkao tls --name exam.school.cn --ip 192.168.1.10`. Then restart the service.',
        ],
        [
          '在每台电脑和平板上安装根证书 `ca.crt`。用 http:// 打开服务器，页面上有下载、二维码和 Windows、Android、iPadOS 的步骤。核对页面上的指纹。',
          'Install the root certificate `ca.crt` on every PC and tablet. Open the server with http://: the page has the download, a QR code and the steps for Windows, Android and iPadOS. Compare the fingerprint.',
        ],
        [
          '服务器证书在到期前 60 天自动续期，电脑上不用再做什么。保管好 `authority.pem`：拿到它的人可以在这些电脑上冒充任何网站。',
          'The server certificate renews itself 60 days before its end; PCs need nothing. Protect `authority.pem`: whoever has it can imitate any site on these PCs.',
        ],
      ],
    },
    {
      id: 'pcs',
      title: ['考场电脑和平板', 'Exam PCs and tablets'],
      steps: [
        [
          '用新版 Chrome 或 Edge（Chrome 109 以上）的普通窗口，磁盘留 500 MB 以上，时区和学校一致，允许本站通知。',
          'Use a normal window of a current Chrome or Edge (Chrome 109 or newer), 500 MB of free disk, the time zone of the school, and allow notifications for the site.',
        ],
        [
          '在每台电脑上打开 /test，[本机自检] 说明哪一项不行、怎么办。处理后点 [重新检查]，再点 [排练一次]。',
          'Open /test on each PC: the [Self-check] names what is wrong and the remedy. Then press [Check again] and [Run a rehearsal].',
        ],
        [
          '关掉考试期间的自动更新、休眠和清理软件。有还原卡的，考试后等作答收齐再还原。',
          'Turn off updates, sleep and cleaning programs during exams. If PCs are reset at each start, reset them only when all answers have arrived.',
        ],
      ],
      picture: {
        src: selfCheckCertificatePicture,
        width: 1366,
        height: 768,
        shows: ['本机自检：说明哪一项不行、怎么办。', 'The self-check names what is wrong and the remedy.'],
      },
    },
    {
      id: 'schools',
      title: ['学校和账号', 'Schools and accounts'],
      steps: [
        [
          '用 `admin` 登录，点 [新建学校]：名称、网站代码、档案保存年限、时区。登录地址是 /login/ 加网站代码。',
          'Sign in as `admin` and press [New school]: name, website code, retention of records, time zone. The sign-in address is /login/ with the website code.',
        ],
        [
          '在 [学校账号] 里点 [新增账号]，给学校开一个管理员；再开一个系统账号，系统设置和备份只有它能打开。初始密码只显示一次。',
          'Under [School accounts], press [Add account] for an administrator of the school. Also add a system account: only it opens system settings and backups. Initial passwords are shown once.',
        ],
        [
          '管理员密码丢了：`./wenkao admin-create --reset`。',
          'If the password of the administrator is lost: `./wenkao admin-create --reset`.',
        ],
      ],
    },
    {
      id: 'system',
      title: ['备份', 'Backups'],
      steps: [
        [
          '每晚自动备份到另一块磁盘，最好是另一台机器。用 cron 执行 `./wenkao backup --to /mnt/backup`：服务器照常运行，备份会校验。',
          'Back up every night to another disk, better to another machine. Let cron call `./wenkao backup --to /mnt/backup`: the server keeps running, and the copy is verified.',
        ],
        [
          '每场考试前再备份一次：系统账号在 [系统设置] 的 [备份] 里点 [立即备份]。考试中也可以备份。',
          'Make one more before each exam: the system account presses [Back up now] under [Backups] of the [System settings]. Backups during an exam are possible.',
        ],
        [
          '备份里有密钥，像服务器一样保管。旧备份不会自动删除，注意磁盘空间。',
          'A backup holds keys: protect it like the server. Old backups are never removed, so watch the disk.',
        ],
      ],
      cautions: [
        [
          '用 PostgreSQL 时，`backup` 会拒绝：停服务，用 `pg_dump`，并复制数据文件夹，两者一起保存。',
          'On PostgreSQL, `backup` refuses: stop the server, run `pg_dump` and copy the data folder. The two belong together.',
        ],
      ],
    },
    {
      id: 'upgrade',
      title: ['升级', 'Upgrades'],
      steps: [
        [
          '把新安装包拷到服务器上，在现在的版本的文件夹里用 root 执行 `./wenkao upgrade /tmp/wenkao-<version>-linux-x64.tar.gz`。',
          'Copy the new package to the server. As root, in the folder of the installed version, call `./wenkao upgrade /tmp/wenkao-<version>-linux-x64.tar.gz`.',
        ],
        [
          '它检查安装包，停服务，备份，启动新版本。新版本起不来时，它自己换回旧版本，并说明原因。作答不会丢。',
          'It checks the package, stops the service, makes a backup and starts the new version. If that does not get ready, it goes back and says why. No answer is lost.',
        ],
        [
          '之后在新文件夹里执行命令，并改掉 cron 和脚本里的路径。',
          'From then on call commands in the new folder, and change the path in cron and in scripts.',
        ],
      ],
    },
    {
      id: 'drill',
      title: ['恢复演练（每学期一次）', 'Recovery drill (each term)'],
      steps: [
        [
          '在另一台机器上解开同版本的安装包，执行 `./wenkao restore --from <backup> --data <folder>`。',
          'On another machine, unpack a package of the same version and call `./wenkao restore --from <backup> --data <folder>`.',
        ],
        [
          '以这个文件夹启动，登录，核对一场考过的考试：考生、作答、成绩。记下用了多少分钟。',
          'Start it with this folder, sign in and check a past exam: examinees, answers, scores. Note how many minutes it took.',
        ],
        [
          '真出事时：停服务，`./wenkao restore --from <backup> --force`，再启动。旧数据文件夹只是移到一边，不会删除。',
          'In a real emergency: stop the service, call `./wenkao restore --from <backup> --force`, and start it. The old data folder is moved aside, not deleted.',
        ],
        [
          '让备份以后考过试的每台电脑打开自己的页面：它会把备份里没有的作答再送一次。备份以后在页面上改的内容要重新做。',
          'Let every PC that sat an exam since the backup open its page: it sends again what the backup lacks. Repeat changes that were made in the pages since then.',
        ],
      ],
    },
    {
      id: 'faults',
      title: ['出问题时', 'When something fails'],
      cases: [
        {
          when: ['服务起不来', 'The service does not start'],
          remedies: [
            [
              '`journalctl -u wenkao`：最后一句说明原因。Windows 看数据文件夹里的 server.log。',
              '`journalctl -u wenkao`: the last sentence says why. On Windows see server.log in the data folder.',
            ],
          ],
        },
        {
          when: ['考试中服务器坏了', 'The server fails during an exam'],
          remedies: [
            [
              '不要急着恢复旧备份：作答在考生电脑上。先修好或重启原来的机器；确实坏了，再在备用机器上恢复最新的备份。',
              'Do not hurry to restore an old backup: answers are on the PCs. Repair or restart the machine first. If it is lost, restore the newest backup on another machine.',
            ],
          ],
        },
        {
          when: ['磁盘快满', 'The disk is nearly full'],
          remedies: [
            [
              '不足 1 GB 时不能上传和导入，作答照收。先移走旧备份和别的文件。',
              'Below 1 GB, uploads and imports stop; answers are still taken. Move old backups and other files away first.',
            ],
          ],
        },
        {
          when: ['网页慢或有错误', 'Pages are slow or fail'],
          remedies: [
            [
              '系统账号在 [系统设置] 的 [运行状况] 里看 [慢请求] 和 [浏览器里的错误]；/readyz 说明服务器能不能用。',
              'The system account sees [Slow requests] and [Browser errors] under [Monitoring] of the [System settings]. /readyz says whether the server can serve.',
            ],
          ],
        },
      ],
    },
  ],
};
