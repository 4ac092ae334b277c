/** The npm package as a server gets it: installed into an empty folder, without Electron, and used there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/scripts/ensure-built.mjs';
import { packCli } from '../../build/scripts/package-cli.mjs';

let folder: string;
let packed: ReturnType<typeof packCli>;

const ndrange = (...args: readonly string[]) =>
  spawnSync('npx', ['--no-install', 'ndrange', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NDRANGE_RUNS_DIR: join(folder, 'runs'), DISPLAY: '' },
  });

beforeAll(() => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'ndrange-npm-'));
  packed = packCli(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"server","version":"1.0.0","private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', packed.file], {
    cwd: folder,
    stdio: 'ignore',
  });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the npm package', () => {
  it('installs koffi and nothing else: no Electron, no build tools', () => {
    const modules = readdirSync(join(folder, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(modules.toSorted()).toEqual(['@koromix', 'koffi', 'ndrange-workbench']);
  });

  it('carries the command line, its worker, the examples and the licences, and no sources', () => {
    expect(packed.names).toEqual(
      expect.arrayContaining([
        'out/main/cli.js',
        'out/main/worker.js',
        'kernels/saxpy.sweep.json',
        'docs/licences.md',
        'LICENSE',
      ]),
    );
    expect(packed.names.filter((name) => /^(src-|test|out\/renderer)|\.map$/.test(name))).toEqual(
      [],
    );
    expect(packed.bytes).toBeLessThan(2 * 2 ** 20);
  });

  it('lists devices and sweeps an example there', () => {
    const devices = ndrange('devices', '--json');
    expect(devices.status, devices.stderr).toBe(0);
    expect(devices.stdout).toContain('Portable Computing Language');
    const spec = 'node_modules/ndrange-workbench/kernels/saxpy.sweep.json';
    const sweep = ndrange(
      ...['sweep', spec, '--device', 'portable', '--global', '65536'],
      ...['--local', '64,256', '--samples', '3', '--csv', 'saxpy.csv'],
    );
    expect(sweep.status, sweep.stderr).toBe(0);
    expect(sweep.stderr).not.toContain('building');
    expect(readFileSync(join(folder, 'saxpy.csv'), 'utf8').split('\r\n')).toHaveLength(4);
    expect(existsSync(join(folder, 'runs'))).toBe(true);
  });

  it('knows its version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(ndrange('--version').stdout).toBe(`${version}\n`);
  });
});
