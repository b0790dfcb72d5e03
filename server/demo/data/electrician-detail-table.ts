import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import type { Importance } from '../../../sync/contract/codes.ts';

/** Name, importance. */
type PointSeed = readonly [string, Importance];
/** Letter, name, weight; then its points, in order. */
type ScopeSeed = readonly [string, string, number, readonly PointSeed[]];
type MiddleSeed = readonly [string, string, readonly ScopeSeed[]];
type TopSeed = readonly [string, string, readonly MiddleSeed[]];

/** 电工（6-31-01-03）四级: our own writing after the national standard of 2018. Weights of the third level; those above are their sums. */
const seeds: readonly TopSeed[] = [
  [
    'A',
    '基本要求',
    [
      [
        'A',
        '职业道德',
        [
          [
            'A',
            '职业道德基本知识',
            2,
            [
              ['职业道德的基本内涵与特征', 'X'],
              ['职业道德对企业文化的作用', 'Y'],
            ],
          ],
          [
            'B',
            '职业守则',
            3,
            [
              ['遵守法律法规与安全操作规程', 'X'],
              ['爱护设备、工具、量具与仪器仪表', 'X'],
              ['保持工作环境整洁与文明生产', 'Y'],
            ],
          ],
        ],
      ],
      [
        'B',
        '基础知识',
        [
          [
            'A',
            '电工基础知识',
            5,
            [
              ['直流电路的基本定律与计算', 'X'],
              ['单相正弦交流电路的分析', 'X'],
              ['三相交流电路的联结与功率', 'X'],
              ['磁场、磁路与电磁感应', 'Y'],
              ['电气图形符号与文字符号', 'X'],
            ],
          ],
          [
            'B',
            '电子技术基础知识',
            4,
            [
              ['二极管、三极管的特性与主要参数', 'X'],
              ['单管放大电路的组成与静态工作点', 'X'],
              ['单相整流与滤波稳压电路', 'X'],
              ['集成运算放大器的基本应用', 'Y'],
            ],
          ],
          [
            'C',
            '工具、仪表与材料知识',
            3,
            [
              ['常用电工工具与量具的使用', 'X'],
              ['万用表、兆欧表与钳形电流表的使用', 'X'],
              ['常用导电、绝缘与磁性材料的选用', 'Y'],
            ],
          ],
          [
            'D',
            '安全与环境保护知识',
            3,
            [
              ['触电的形式、危害与急救', 'X'],
              ['保护接地与保护接零', 'X'],
              ['电气防火、防爆与防雷', 'Y'],
              ['现场作业的环境保护要求', 'Z'],
            ],
          ],
        ],
      ],
    ],
  ],
  [
    'B',
    '相关知识要求',
    [
      [
        'A',
        '继电控制电路装调维修',
        [
          [
            'A',
            '低压电器选用',
            6,
            [
              ['断路器的选用与整定', 'X'],
              ['接触器的选用', 'X'],
              ['热继电器的选用与整定', 'X'],
              ['中间继电器与时间继电器的选用', 'Y'],
              ['速度继电器与计数器的选用', 'Z'],
            ],
          ],
          [
            'B',
            '继电器、接触器线路装调',
            12,
            [
              ['三相异步电动机正反转控制线路装调', 'X'],
              ['三相异步电动机顺序控制线路装调', 'X'],
              ['星形—三角形降压起动线路装调', 'X'],
              ['绕线式异步电动机起动线路装调', 'Y'],
              ['能耗制动与反接制动线路装调', 'X'],
              ['双速电动机控制线路装调', 'Y'],
            ],
          ],
          [
            'C',
            '机床电气控制线路维修',
            12,
            [
              ['C6140 型车床控制线路的分析与检修', 'X'],
              ['M7130 型平面磨床控制线路的分析与检修', 'X'],
              ['Z3040 型摇臂钻床控制线路的分析与检修', 'X'],
              ['X62W 型铣床控制线路的分析与检修', 'Y'],
              ['电气故障的电阻法与电压法查找', 'X'],
            ],
          ],
        ],
      ],
      [
        'B',
        '电气设备（装置）装调维修',
        [
          [
            'A',
            '可编程控制器装调维修',
            10,
            [
              ['可编程控制器的组成与工作原理', 'X'],
              ['输入、输出端口的接线', 'X'],
              ['基本指令与梯形图编程', 'X'],
              ['定时器与计数器的应用', 'X'],
              ['程序的下载、监控与调试', 'Y'],
              ['可编程控制器的日常维护', 'Z'],
            ],
          ],
          [
            'B',
            '变频器与软起动器装调维修',
            8,
            [
              ['变频器的组成与调速原理', 'X'],
              ['变频器主电路与控制电路接线', 'X'],
              ['变频器常用参数的设置', 'X'],
              ['软起动器的选用与接线', 'Y'],
              ['变频器常见报警与处理', 'Y'],
            ],
          ],
          [
            'C',
            '传感器装调',
            6,
            [
              ['光电开关的选用与安装', 'X'],
              ['接近开关的选用与安装', 'X'],
              ['磁性开关的选用与安装', 'Y'],
              ['增量型光电编码器的使用', 'Y'],
            ],
          ],
        ],
      ],
      [
        'C',
        '自动控制电路装调维修',
        [
          [
            'A',
            '基本电子电路装调维修',
            10,
            [
              ['电子元器件的识别与检测', 'X'],
              ['串联型稳压电路的装调', 'X'],
              ['单相可控整流电路的装调', 'X'],
              ['基本放大电路的测试与故障排除', 'X'],
              ['示波器与信号发生器的使用', 'Y'],
            ],
          ],
          [
            'B',
            '直流电动机与调速电路装调',
            6,
            [
              ['直流电动机的结构与励磁方式', 'X'],
              ['直流电动机的起动、调速与制动', 'X'],
              ['直流电动机的检查与维护', 'Y'],
            ],
          ],
          [
            'C',
            '变压器与特种电机运行维护',
            4,
            [
              ['电力变压器的并列运行与检查', 'Y'],
              ['交流电焊机的使用与维护', 'Y'],
              ['步进电动机与伺服电动机的接线', 'Z'],
            ],
          ],
        ],
      ],
      [
        'D',
        '供电与照明线路',
        [
          [
            'A',
            '配电线路与照明线路装调',
            4,
            [
              ['导线截面的选择与敷设', 'X'],
              ['动力与照明配电箱的安装', 'X'],
              ['漏电保护装置的安装与检查', 'X'],
              ['照明线路的检修', 'Y'],
            ],
          ],
          [
            'B',
            '接地与电能计量',
            2,
            [
              ['接地装置的安装与接地电阻测量', 'X'],
              ['单相与三相电能表的接线', 'Y'],
            ],
          ],
        ],
      ],
    ],
  ],
];

const countOf = (points: readonly PointSeed[]) => {
  const count = (importance: Importance) => points.filter(([, each]) => each === importance).length;
  return { x: count('X'), y: count('Y'), z: count('Z') };
};
const scope = (depth: 1 | 2 | 3, code: string, name: string, below: readonly ScopeSeed[]): DetailLine => ({
  depth,
  code,
  name,
  weight: below.reduce((sum, [, , weight]) => sum + weight, 0),
  ratio: countOf(below.flatMap(([, , , points]) => points)),
});

export const electricianDetailLines: readonly DetailLine[] = seeds.flatMap(([letter, name, middles]) => [
  scope(
    1,
    letter,
    name,
    middles.flatMap(([, , thirds]) => thirds),
  ),
  ...middles.flatMap(([code, title, thirds]) => [
    scope(2, code, title, thirds),
    ...thirds.flatMap((third) => [
      scope(3, third[0], third[1], [third]),
      ...third[3].map(([point, importance], at): DetailLine => ({
        depth: 4,
        code: String(at + 1).padStart(3, '0'),
        name: point,
        importance,
      })),
    ]),
  ]),
]);
