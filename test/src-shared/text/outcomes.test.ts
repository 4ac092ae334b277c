import { afterEach, describe, expect, it } from 'vitest';
import type { KernelInfo } from '@shared/domain/kernel';
import { failReasons, skipReasons, stages, type Outcome } from '@shared/domain/outcome';
import { applyKernelLimits, planSweep } from '@shared/domain/plan';
import { bytes } from '@shared/domain/units';
import { outcomeSentence } from '@shared/text';
import { checkLimits } from '@main/opencl/limits';
import { outcomeOfMisfortune, outcomeOfRefusal } from '@main/profiling/outcome-of';
import { createBench, type TestBench } from '../../support/engine-run';
import { latinWords } from '../../support/latin-words';
import { buildDevice, buildSpec } from '../../support/run-builder';
import { createSimulatedHost, type Fault } from '../../support/simulated-worker-host';

const chinese = (outcome: Outcome | null): string => outcomeSentence(outcome, 'zh-CN');

/** null: a whole Chinese sentence, which is not the English one. */
const fault = (outcome: Outcome): string | null => {
  const text = chinese(outcome);
  const names = Object.values('detail' in outcome ? (outcome.detail ?? {}) : {}).map(String);
  return /[\u4e00-\u9fff].*。$/.test(text) && latinWords(text, names) === null ? null : text;
};

const benches: TestBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

const sweep = async (faults: Readonly<Record<string, Fault>>): Promise<readonly Outcome[]> => {
  const bench = createBench(createSimulatedHost([{ device: buildDevice(), faults }]));
  benches.push(bench);
  const { devices } = await bench.sweep({}, { samples: 3 });
  return devices.flatMap(({ configurations }) =>
    configurations.flatMap(({ outcome }) => outcome ?? []),
  );
};

const kernel = (changes: Partial<KernelInfo>): KernelInfo => ({
  name: 'a',
  parameters: null,
  workGroupSize: 256,
  preferredMultiple: 32,
  localMemory: bytes(0),
  privateMemory: bytes(0),
  requiredLocal: null,
  ...changes,
});

describe('the sentence about an outcome', () => {
  it('is the English one that came with it, and nothing for what was measured', () => {
    const outcome: Outcome = { kind: 'failed', reason: 'crashed', message: 'It died.' };
    expect(outcomeSentence(outcome)).toBe('It died.');
    expect([chinese(null), chinese({ kind: 'measured' })]).toEqual(['', '']);
  });

  it('is whole in Chinese for every reason and stage, though no figure came with it', () => {
    const message = 'In English.';
    const ended: readonly Outcome[] = [
      ...skipReasons.map((reason) => ({ kind: 'skipped', reason, message }) as const),
      ...failReasons.flatMap((reason) =>
        [undefined, ...stages].map(
          (stage) => ({ kind: 'failed', reason, stage, message }) as const,
        ),
      ),
    ];
    expect(ended.map(fault).filter((wrong) => wrong !== null)).toEqual([]);
  });

  it.each([
    [
      buildSpec({ local: [[2048]] }),
      '工作组有 2\u2009048 个工作项，而设备最多允许 1\u2009024 个。',
    ],
    [buildSpec({ global: [64, 64, 128], local: [[1, 1, 128]] }), 'z 方向有 128 个工作项'],
    [buildSpec({ global: [100], local: [[64]], indivisible: 'skip' }), '64 不能整除全局大小 100。'],
    [buildSpec({ local: [null], buildOptions: '-DT={lx}' }), '请去掉 NULL'],
  ])('names the figures of what a plan rejects: %#', (spec, part) => {
    const [planned] = planSweep(spec, buildDevice()).configurations;
    expect(chinese(planned?.rejected ?? null)).toContain(part);
  });

  it.each([
    [kernel({ requiredLocal: [8, 8, 1] }), {}, '内核要求局部大小为 8'],
    [kernel({ workGroupSize: 32 }), { kernelLimit: 'skip' as const }, '上限为 32 个'],
    [kernel({ localMemory: bytes(2 ** 20) }), {}, '需要 1\u2009MiB 局部内存'],
  ])('names the figures of what a kernel rules out: %#', (built, changes, part) => {
    const spec = buildSpec({ local: [[64]], ...changes });
    const plan = planSweep(spec, buildDevice());
    const [limited] = applyKernelLimits(plan, spec, built, buildDevice()).configurations;
    expect(chinese(limited?.rejected ?? null)).toContain(part);
  });

  it('names the figures of our own check of a launch, and what a driver said', () => {
    const demand = { global: [100], local: [64], requiredLocal: null, dynamicLocalBytes: 0 };
    const limits = { maxWorkGroupSize: 32, maxWorkItemSizes: null, localMemory: null };
    const own = checkLimits({ ...demand, claimedLocalBytes: 0 }, limits);
    const refused = {
      kind: 'skipped' as const,
      reason: own?.reason ?? ('cancelled' as const),
      status: '',
      call: '',
    };
    expect(chinese(outcomeOfRefusal({ ...refused, detail: own?.detail }, 'D', [64]))).toContain(
      '工作组有 64 个工作项，而设备最多允许 32 个。',
    );
    const call = 'clEnqueueNDRangeKernel';
    const said = {
      ...refused,
      reason: 'exceeds-kernel-limit' as const,
      status: 'CL_INVALID_WORK_GROUP_SIZE',
      call,
    };
    expect(chinese(outcomeOfRefusal(said, 'D', [64]))).toContain(`（${call}：${said.status}）`);
  });

  it('says how a worker ended, and in which step', () => {
    const exit = { code: null, signal: 'SIGSEGV' };
    const died = {
      kind: 'died',
      stage: 'first-launch',
      exit,
      output: 'Segmentation fault',
    } as const;
    expect(chinese(outcomeOfMisfortune(died, 'D', [64]))).toBe(
      '首次启动时工作进程意外终止（SIGSEGV）。请检查内核的下标是否越界；也可能是驱动的错误。',
    );
    const outgrown = outcomeOfMisfortune({ ...died, outgrownBytes: 2 ** 33 }, 'D', [64]);
    expect(chinese(outgrown)).toContain('8\u2009GiB');
    const late = { kind: 'timed-out', stage: 'build', afterMs: 120_000 } as const;
    expect(chinese(outcomeOfMisfortune(late, 'D', undefined))).toContain('编译时有 120 秒没有回应');
  });

  it('is whole for each way in which a launch can fail', async () => {
    const kinds: readonly Fault[] = ['crash', 'refuse', 'launch-failed', 'wrong', 'escapes'];
    for (const kind of kinds) {
      const failed = (await sweep({ '64': kind })).filter((one) => one.kind !== 'measured');
      expect(failed, kind).not.toEqual([]);
      expect(
        failed.map(fault).filter((wrong) => wrong !== null),
        kind,
      ).toEqual([]);
    }
  });
});
