/**
 * What the installed app must do for an ordinary user: show its window with Chromium's sandbox, measure,
 * outlive a kernel that crashes, and serve as `ndrange` without a display. The window is driven over Chromium's
 * own debugging port, because a release answers no inspector of Node.
 */
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, say } from './project.mjs';

const port = 9400 + (process.pid % 500);
const program = '/opt/ndrange-workbench/ndrange-workbench';

/** The page, once there is one: connecting earlier would hang. */
const connect = async (limitMs = 60_000) => {
  const { chromium } = await import('@playwright/test');
  const end = Date.now() + limitMs;
  for (;;) {
    const pages = await fetch(`http://127.0.0.1:${port}/json/list`)
      .then((reply) => reply.json())
      .catch(() => []);
    if (pages.some(({ type, url }) => type === 'page' && url.startsWith('app://'))) break;
    if (Date.now() > end) throw new Error(`no window within ${limitMs / 1000} s`);
    await new Promise((later) => setTimeout(later, 250));
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  return { browser, page: browser.contexts()[0].pages()[0] };
};

/** Status lines of the processes that show pages. */
const rendererStatus = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (!words.includes('--type=renderer') || !words.includes('ndrange-workbench')) return [];
        return [readFileSync(`/proc/${pid}/status`, 'utf8')];
      } catch {
        return [];
      }
    });

/** Runs a sweep over the page's own bridge to its end; its events. */
const sweep = (page, id, change) =>
  page.evaluate(
    async ([example, changed]) => {
      const { workbench } = globalThis;
      const { devices } = await workbench.call('devices.list', { refresh: false });
      const examples = await workbench.call('examples.list', null);
      const found = examples.find((entry) => entry.id === example) ?? examples[0];
      const options = {
        samples: 5,
        minSamples: 5,
        maxSamples: 20,
        maxSeconds: 5,
        target: 0.05,
        plateau: 0.05,
        timeoutSeconds: 20,
        restore: true,
        noRestore: [],
        verify: true,
        cold: false,
        seed: 1,
        shareLanes: false,
      };
      const ended = new Map();
      const events = [];
      workbench.on('run-events', (batch) => {
        for (const event of batch.events) {
          events.push(event);
          if (event.type === 'run-ended') ended.get(batch.run)?.();
        }
      });
      const reply = await workbench.call('sweep.start', {
        spec: changed.spec ?? found.spec,
        sourceText: changed.sourceText ?? found.sourceText,
        deviceKeys: devices.map(({ key }) => key),
        options,
      });
      if (!reply.ok) return { problem: reply.error.message };
      await new Promise((done) => {
        ended.set(reply.value.run, done);
        if (events.some(({ type }) => type === 'run-ended')) done();
      });
      return {
        run: reply.value.run,
        outcomes: events
          .filter(({ type }) => type === 'configuration-ended')
          .map(
            ({ configuration, outcome }) =>
              `${configuration} ${outcome.kind}${outcome.reason ? ` ${outcome.reason}` : ''}`,
          ),
      };
    },
    [id, change],
  );

const crashing = () => ({
  sourceText: readFileSync(inRoot('test/fixtures/kernels/crash-128-hang-512.cl'), 'utf8'),
  spec: {
    ...JSON.parse(
      readFileSync(inRoot('test/fixtures/kernels/crash-128-hang-512.sweep.json'), 'utf8'),
    ),
    local: [[32], [128], [256]],
  },
});

const windowSteps = async (system, step, check) => {
  const log = [];
  const app = system.start([
    'xvfb-run',
    '-a',
    '-s',
    '-screen 0 1440x900x24',
    program,
    `--remote-debugging-port=${port}`,
  ]);
  for (const stream of [app.stdout, app.stderr])
    stream.on('data', (chunk) => log.push(String(chunk)));
  let connection = null;
  const shown = await step('starts as an ordinary user and shows its window', async () => {
    connection = await connect();
    await connection.page.getByTestId('run-button').waitFor({ timeout: 60_000 });
  });
  if (!shown) {
    say(log.join('').split('\n').slice(-20).join('\n'));
    return;
  }
  const { browser, page } = connection;
  await step('Chromium’s sandbox is on', () => {
    const found = rendererStatus();
    check(found.length > 0, 'no process that shows pages was found');
    check(
      found.every((text) => /^Seccomp:\s+2$/m.test(text)),
      'a page runs without the system’s sandbox',
    );
  });
  await step('every answer carries the content security policy', async () => {
    const policy = await page.evaluate(async () =>
      (await fetch('app://workbench/index.html')).headers.get('content-security-policy'),
    );
    check(
      policy?.startsWith("default-src 'none'; script-src 'self'") === true,
      `the policy is ${policy}`,
    );
  });
  await step('does the main job: a sweep of SAXPY on PoCL, drawn', async () => {
    await page.getByTestId('samples-input').fill('3');
    await page.getByTestId('samples-input').press('Enter');
    await page.getByTestId('run-button').click();
    // All sizes are drawn at the end; the button that cancels may be gone before it was seen.
    await page.waitForFunction(
      () => {
        const points = document.querySelector('[data-testid="chart"]')?.getAttribute('data-points');
        return JSON.parse(points ?? '[]').length === 8;
      },
      undefined,
      { timeout: 240_000 },
    );
    await page.getByTestId('cancel-button').waitFor({ state: 'detached', timeout: 60_000 });
    const [run] = await page.evaluate(async () => {
      const { rows } = await globalThis.workbench.call('runs.list', { newest: null });
      // The examples that were recorded elsewhere are in the list too.
      return JSON.parse(rows).filter((row) => row.recorded === null || row.recorded === undefined);
    });
    check(
      run?.phase === 'finished' && run.measured === 8,
      `the run is ${run?.phase}, ${run?.measured} of 8 sizes are measured`,
    );
    const points = await page.getByTestId('chart').first().getAttribute('data-points');
    check(JSON.parse(points ?? '[]').length === 8, `the curve has not 8 points: ${points}`);
    await page.screenshot({ path: inRoot('artifacts/package/installed.png') });
  });
  await step('outlives a kernel that crashes', async () => {
    const { outcomes, problem } = await sweep(page, 'saxpy', crashing());
    check(problem === undefined, problem);
    check(outcomes.includes('128 failed crashed'), `the outcomes are ${outcomes.join(', ')}`);
    check(outcomes.includes('256 measured'), `the outcomes are ${outcomes.join(', ')}`);
    const again = await page.evaluate(
      async () =>
        (await globalThis.workbench.call('devices.list', { refresh: true })).devices.length,
    );
    check(again === 1, 'the device is gone afterwards');
    return outcomes.join(', ');
  });
  await browser.close();
  system.asRoot('pkill', '-TERM', '-u', 'tester', '-f', 'ndrange-workbench.*remote-debugging');
  await step('ends when it is told to', async () => {
    const gone = await Promise.race([
      new Promise((done) => app.once('exit', () => done(true))),
      new Promise((done) => setTimeout(() => done(app.exitCode !== null), 15_000).unref()),
    ]);
    check(gone, 'it still runs after 15 s');
  });
};

const commandLineSteps = async (system, step, check) => {
  await step('ndrange lists the device without a display', () => {
    const { status, stdout, stderr } = system.asUser(['ndrange', 'devices']);
    check(status === 0, `exit status ${status}: ${stderr}`);
    check(/Portable Computing Language/.test(stdout), stdout);
    check(stderr === '', `it said ${stderr}`);
  });
  await step('ndrange measures, and lists the runs of the window too', () => {
    const spec = '/opt/ndrange-workbench/resources/kernels/saxpy.sweep.json';
    const swept = system.asUser([
      'ndrange',
      'sweep',
      spec,
      '--samples',
      '3',
      '--local',
      '64,256',
      '--global',
      '65536',
      '--csv',
      '/home/tester/saxpy.csv',
    ]);
    check(swept.status === 0, `exit status ${swept.status}: ${swept.stderr}`);
    check(existsSync(join(system.root, 'home/tester/saxpy.csv')), 'there is no CSV');
    const { stdout } = system.asUser(['ndrange', 'runs', '--json']);
    const runs = JSON.parse(stdout);
    check(runs.length === 3, `it lists ${runs.length} runs, not 3`);
  });
  await step('a crashing kernel costs one size and gives exit code 1', () => {
    cpSync(
      inRoot('test/fixtures/kernels/oob-at-size-128.cl'),
      join(system.root, 'home/tester/crash.cl'),
    );
    const { status, stdout } = system.asUser([
      'ndrange',
      'sweep',
      '/home/tester/crash.cl',
      '--samples',
      '3',
      '--local',
      '64,128,256',
      '--global',
      '65536',
    ]);
    check(status === 1, `exit status ${status}`);
    check(/crashed/.test(stdout), stdout);
  });
  await step('wrong arguments give exit code 2, and none is taken for a switch of Chromium', () => {
    const { status, stderr } = system.asUser(['ndrange', 'sweep', '--remote-debugging-port=9']);
    check(
      status === 2 && /--remote-debugging-port/.test(stderr),
      `exit status ${status}: ${stderr}`,
    );
  });
};

export const installedAppSteps = async (system, step, check) => {
  await windowSteps(system, step, check);
  await commandLineSteps(system, step, check);
};
