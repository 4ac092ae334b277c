/**
 * How each command of the documents is tested: typed into a shell (commands.integration.test.ts), a synopsis held against
 * `--help`, or somewhere else, with the place or the reason. A command that is in none of these fails a test.
 */
import { isSynopsis } from './commands';

/** Command: which test runs it, or what it would take. */
export const elsewhere: Readonly<Record<string, string>> = {
  'npm test': 'is what runs these tests',
  '.ci/run': 'npm run check, then npm test: what a change has to pass',
  'npm run check': '.ci/run does it',
  'npm run typecheck': 'part of npm run check',
  'npm run test:unit': 'part of npm test',
  'npm run test:integration': 'part of npm test',
  'npm run test:e2e': 'part of npm test',
  'npm run test:faults': 'test/survival/faults.integration.test.ts',
  'npm run test:long': 'the same tests with full figures: over an hour',
  'npm run quickstart': 'installs system packages; its steps: test/build/scripts.test.ts',
  'npm start': 'stays open until it is closed; test/build/scripts.test.ts',
  'npm run dev': 'a server that does not end',
  'npm run screens': 'pictures to look at: some minutes of the window',
  'npm run bench': 'needs a quiet machine: test/bench/arithmetic.test.ts holds its arithmetic',
  'npm run bench -- --only find-best': 'needs a quiet machine for minutes',
  'npm run bench:ui': 'needs a quiet machine for minutes',
  'npm run bench -- --only launch-loop-gpu --only accuracy-gpu --only two-gpus --json bench.json':
    'needs NVIDIA GPUs: docs/lab/bench.json is what it wrote',
  'npm run lab-report': 'test/src-shared/report/lab-markdown.test.ts compares what it writes',
  'npm run package': 'half a minute and 500 MB: npm run test:package does it',
  'npm run package -- --release': 'needs Electron’s official download',
  'npm run package:cli': 'test/build/cli-package.integration.test.ts',
  'npm run test:package': 'needs root and debootstrap',
  'npm run release:check': 'needs packages: test/build/release-check.test.ts holds its judgement',
  'npm run release:check -- --release':
    'holds for a release only: test/build/release-check.test.ts',
  'npm ci': 'build/scripts/ensure-packages.mjs does it before every test run',
  'npm audit': 'needs the public registry',
  'npm install -D -E NAME': 'needs a registry',
  'npm install --package-lock-only': 'needs a registry',
  'npm install ./ndrange-workbench-VERSION.tgz': 'test/build/cli-package.integration.test.ts',
  'npx ndrange devices': 'test/build/cli-package.integration.test.ts',
  'node build/scripts/licences.mjs': 'test/build/licences.test.ts compares what it writes',
  'node test/advisor/cuda-occupancy.mjs --bundle': 'needs libcuda',
  'node test/advisor/cuda-occupancy.mjs': 'needs libcuda',
  'sudo apt install ./ndrange-workbench_VERSION_amd64.deb':
    'npm run test:package, in a clean Debian',
  'sudo apt install pocl-opencl-icd': 'test/build/scripts.test.ts: which packages are asked for',
  'sha256sum release/*': 'a program of the system, after a release',
};

/** Commands of the lab: D1, D2, the loops, and clpeak need its two H200s. */
const isLab = (command: string): boolean =>
  /^(D[12]=|for k in |clpeak )/.test(command) || command === 'ndrange peak --device all';

export type HowRun = 'typed' | 'synopsis' | 'elsewhere' | 'lab';

/** null: nobody knows. */
export const howRun = (command: string): HowRun | null => {
  if (Object.hasOwn(elsewhere, command)) return 'elsewhere';
  if (isLab(command)) return 'lab';
  if (isSynopsis(command)) return /^(npx )?ndrange /.test(command) ? 'synopsis' : null;
  return /^(npx )?ndrange /.test(command) ? 'typed' : null;
};
