/** The words of a report that are nowhere else, in both languages; a word that one of them lacks does not compile. */
import type { TextLocale } from '../text';

export interface ReportWords {
  readonly report: string;
  readonly made: (date: string, version: string) => string;
  readonly started: string;
  readonly verdict: string;
  readonly findings: string;
  readonly rules: string;
  readonly remarks: string;
  readonly results: string;
  readonly provenance: string;
  readonly source: string;
  readonly tags: string;
  readonly note: string;
  readonly kernel: string;
  readonly file: string;
  readonly run: string;
  readonly state: string;
  readonly globalSize: string;
  readonly buildOptions: string;
  readonly none: string;
  readonly args: string;
  readonly sourceHash: string;
  readonly specHash: string;
  readonly program: string;
  readonly machine: string;
  readonly duration: string;
  readonly sampling: string;
  readonly fixed: (count: number) => string;
  readonly adaptive: (target: string, most: number, seconds: number) => string;
  readonly order: (seed: number) => string;
  readonly caches: string;
  readonly cold: string;
  readonly warm: string;
  readonly restored: string;
  readonly compared: string;
  readonly yes: string;
  readonly no: string;
  readonly allBut: (names: string) => string;
  readonly device: string;
  readonly platform: string;
  readonly driver: string;
  readonly openCl: string;
  readonly clock: string;
  readonly units: string;
  readonly largestGroup: string;
  readonly localMemory: string;
  readonly build: string;
  readonly localSize: string;
  readonly median: string;
  readonly min: string;
  readonly interval: string;
  readonly relative: string;
  readonly samples: string;
  readonly outcome: string;
  readonly recommended: string;
  readonly tied: string;
  readonly skipped: string;
  readonly axis1d: string;
  readonly axisShapes: string;
  readonly recommendedMark: (size: string) => string;
  readonly curve: (devices: string) => string;
  readonly heatmap: (device: string) => string;
  readonly lowerIsBetter: string;
  readonly againstOwnBest: string;
  readonly localX: string;
  readonly localY: string;
  readonly driversChoice: (time: string) => string;
  readonly words: { readonly skipped: string; readonly failed: string };
  readonly nothing: string;
  /** Between a name and what is said of it. */
  readonly colon: string;
}

export const reportWords: Readonly<Record<TextLocale, ReportWords>> = {
  en: {
    report: 'Local size report',
    made: (date, version) => `Made ${date} with NDRange Workbench ${version}`,
    started: 'Started',
    verdict: 'Verdict',
    findings: 'Findings',
    rules: 'Rules of thumb',
    remarks: 'Remarks',
    results: 'Results',
    provenance: 'Provenance',
    source: 'Source',
    tags: 'Tags',
    note: 'Note',
    kernel: 'Kernel',
    file: 'File',
    run: 'Run',
    state: 'State',
    globalSize: 'Global size',
    buildOptions: 'Build options',
    none: 'none',
    args: 'Arguments',
    sourceHash: 'SHA-256 of the source',
    specHash: 'SHA-256 of the sweep',
    program: 'Measured with',
    machine: 'Machine',
    duration: 'Duration',
    sampling: 'Samples',
    fixed: (count) => `${count} per size`,
    adaptive: (target, most, seconds) =>
      `until the 95 % interval is within ±${target}; at most ${most}, or ${seconds}\u2009s, per size`,
    order: (seed) => `in rounds of random order, seed ${seed}`,
    caches: 'Caches',
    cold: 'emptied before each launch',
    warm: 'warm',
    restored: 'Buffers restored before each launch',
    compared: 'Results compared between sizes',
    yes: 'yes',
    no: 'no',
    allBut: (names) => `all but ${names}`,
    device: 'Device',
    platform: 'Platform',
    driver: 'Driver',
    openCl: 'OpenCL',
    clock: 'Clock',
    units: 'Compute units',
    largestGroup: 'Largest work-group',
    localMemory: 'Local memory',
    build: 'Build',
    localSize: 'Local size',
    median: 'Median',
    min: 'Min',
    interval: '95 % interval',
    relative: '× best',
    samples: 'n',
    outcome: 'Outcome',
    recommended: 'recommended',
    tied: 'tied',
    skipped: 'skipped',
    axis1d: 'local size (work-items per work-group, log₂)',
    axisShapes: 'local size, by work-items per work-group',
    recommendedMark: (size) => `recommended ${size}`,
    curve: (devices) =>
      `Median time over the local size, with the middle 50 % of launches: ${devices}`,
    heatmap: (device) => `Median time of each 2-D local size on ${device}`,
    lowerIsBetter: 'Median and middle 50 % of launches; lower is better.',
    againstOwnBest: 'Time ÷ the time of each device’s own best size; lower is better.',
    localX: 'local x (fastest-moving index)',
    localY: 'local y',
    driversChoice: (time) => `NULL, the driver’s choice: ${time}`,
    words: { skipped: 'skipped', failed: 'failed' },
    nothing: 'No size was measured.',
    colon: ': ',
  },
  'zh-CN': {
    report: '局部大小报告',
    made: (date, version) => `${date} 由 NDRange Workbench ${version} 生成`,
    started: '开始时间',
    verdict: '结论',
    findings: '发现',
    rules: '经验法则',
    remarks: '备注',
    results: '结果',
    provenance: '来源',
    source: '源代码',
    tags: '标签',
    note: '笔记',
    kernel: '内核',
    file: '文件',
    run: '运行记录',
    state: '状态',
    globalSize: '全局大小',
    buildOptions: '编译选项',
    none: '无',
    args: '参数',
    sourceHash: '源代码的 SHA-256',
    specHash: '扫描的 SHA-256',
    program: '测量程序',
    machine: '机器',
    duration: '时长',
    sampling: '样本',
    fixed: (count) => `每个大小 ${count} 个`,
    adaptive: (target, most, seconds) =>
      `直到 95 % 区间在 ±${target} 以内；每个大小最多 ${most} 个或 ${seconds}\u2009s`,
    order: (seed) => `按随机顺序逐轮测量，种子 ${seed}`,
    caches: '缓存',
    cold: '每次启动前清空',
    warm: '热',
    restored: '每次启动前恢复缓冲区',
    compared: '各大小的结果相互比较',
    yes: '是',
    no: '否',
    allBut: (names) => `除 ${names} 外全部`,
    device: '设备',
    platform: '平台',
    driver: '驱动',
    openCl: 'OpenCL',
    clock: '时钟',
    units: '计算单元',
    largestGroup: '最大工作组',
    localMemory: '局部内存',
    build: '编译',
    localSize: '局部大小',
    median: '中位数',
    min: '最小值',
    interval: '95 % 区间',
    relative: '× 最优',
    samples: 'n',
    outcome: '结果',
    recommended: '推荐',
    tied: '并列',
    skipped: '已跳过',
    axis1d: '局部大小（每个工作组的工作项数，log₂）',
    axisShapes: '局部大小，按每个工作组的工作项数排列',
    recommendedMark: (size) => `推荐 ${size}`,
    curve: (devices) => `中位耗时随局部大小的变化，以及中间 50 % 的启动：${devices}`,
    heatmap: (device) => `${device} 上各二维局部大小的中位耗时`,
    lowerIsBetter: '中位数与中间 50 % 的启动；越低越好。',
    againstOwnBest: '耗时 ÷ 各设备自身最优大小的耗时；越低越好。',
    localX: '局部 x（变化最快的下标）',
    localY: '局部 y',
    driversChoice: (time) => `NULL，驱动自选：${time}`,
    words: { skipped: '已跳过', failed: '失败' },
    nothing: '没有测得任何大小。',
    colon: '：',
  },
};
