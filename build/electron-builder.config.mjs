/**
 * What goes into the packages and how they are called, for all systems. It decides no step: those are in
 * scripts/package.mjs, which also says what can be built where. The Electron inside is the official download,
 * except with NDRANGE_TEST_RUNTIME=1 (set by package.mjs for test builds): then it is the runtime that this
 * machine has, the version says so, and release-check.mjs refuses the result.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { carried, resolveRuntime } from './scripts/electron-runtime.mjs';
import { root } from './scripts/project.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isTestBuild = process.env.NDRANGE_TEST_RUNTIME === '1';

const runtime = isTestBuild ? await resolveRuntime() : null;
if (runtime !== null) process.stderr.write(`Test build with the Electron in ${runtime.dist}\n`);

/** Resources beside the archive, as files: drivers and people read them. */
const resources = [
  { from: 'kernels', to: 'kernels', filter: ['*.cl', '*.sweep.json', 'recorded/*'] },
  { from: 'docs/licences.md', to: 'licences.md' },
  { from: 'LICENSE', to: 'LICENSE.ndrange-workbench.txt' },
];

export default {
  appId: 'org.ndrange.workbench',
  // On Linux it names the folder under /opt too, and Chromium's setuid sandbox cannot start from a path with a
  // space in it. What people see is in the desktop entry below, and in extraMetadata.
  productName: process.platform === 'linux' ? manifest.name : manifest.productName,
  copyright: 'MIT licence',
  directories: { output: 'release', buildResources: 'build/resources' },
  electronVersion: isTestBuild ? carried.electron : manifest.devDependencies.electron,
  ...(runtime === null ? {} : { electronDist: runtime.dist }),
  electronLanguages: ['en-US', 'zh-CN', 'zh-TW'],
  // Only what the built program loads. The window's libraries are inside out/renderer.
  files: [
    'out/main/**/*.js',
    'out/preload/*.cjs',
    'out/renderer/**/*',
    '!**/*.map',
    '!node_modules/koffi/{vendor,doc,lib}/**',
    '!node_modules/**/{README,CHANGELOG}*.md',
    '!node_modules/koffi/{cnoke.cjs,src/koffi/CMakeLists.txt}',
    '!node_modules/koffi/src/koffi/src/**/*.{S,asm,hh,inc,def}',
    '!node_modules/koffi/src/koffi/src/abi/**',
    // Electron has no musl build.
    '!node_modules/@koromix/*/musl_*/**',
  ],
  // A library that the system's loader opens cannot lie inside an archive.
  asarUnpack: ['**/*.node'],
  extraResources: resources,
  npmRebuild: false,
  nodeGypRebuild: false,
  extraMetadata: {
    ...(isTestBuild ? { version: `${manifest.version}-test.${carried.electron}` } : {}),
    productName: manifest.productName,
    desktopName: 'ndrange-workbench.desktop',
    devDependencies: {},
    scripts: {},
  },
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    // Has an effect on Windows and macOS only; on Linux Electron does not check.
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  fileAssociations: [
    {
      ext: 'ndrun',
      name: 'NDRange run',
      description: 'NDRange run',
      mimeType: 'application/x-ndrange-run',
      role: 'Viewer',
    },
  ],
  // Where a newer version is looked for once a user has turned that on: written into the packages, never published to.
  publish: { provider: 'generic', url: new URL('updates', manifest.homepage).href },
  // Which target is built is said by package.mjs; the lists stand for `electron-builder` called by hand.
  linux: {
    target: ['deb', 'AppImage'],
    executableName: 'ndrange-workbench',
    syncDesktopName: true,
    icon: 'build/icons/linux',
    // Windows and macOS know a file by what follows its last dot: there it would be every .json.
    fileAssociations: [
      {
        ext: 'sweep.json',
        name: 'NDRange sweep',
        description: 'NDRange sweep',
        mimeType: 'application/x-ndrange-sweep',
        role: 'Editor',
      },
    ],
    category: 'Development',
    synopsis: 'Find the best OpenCL local work size',
    description: manifest.description,
    maintainer: `${manifest.author.name} <${manifest.author.email}>`,
    extraFiles: [{ from: 'build/linux/ndrange', to: 'ndrange' }],
    desktop: {
      entry: {
        Name: manifest.productName,
        Keywords: 'OpenCL;GPU;benchmark;work-group;',
        'Comment[zh_CN]': '测量 OpenCL 内核的最佳局部工作大小',
      },
    },
  },
  deb: {
    packageCategory: 'devel',
    // Named as Debian 12 does; the second names are those of newer Ubuntu.
    depends: [
      'libgtk-3-0 | libgtk-3-0t64',
      'libnss3',
      'libasound2 | libasound2t64',
      'libgbm1',
      'libatspi2.0-0 | libatspi2.0-0t64',
      'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
      'libcups2 | libcups2t64',
      'libdrm2',
      'libxkbcommon0',
      'libxcomposite1',
      'libxdamage1',
      'libxrandr2',
      'ocl-icd-libopencl1 | libopencl1',
    ],
    recommends: ['pocl-opencl-icd | opencl-icd', 'xdg-utils'],
    fpm: [
      `${join(root, 'build/linux/usr-bin-ndrange')}=/usr/bin/ndrange`,
      `${join(root, 'LICENSE')}=/usr/share/doc/ndrange-workbench/copyright`,
    ],
  },
  appImage: { license: 'LICENSE' },
  win: { target: ['nsis', 'portable'], icon: 'build/icons/icon.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    license: 'LICENSE',
    deleteAppDataOnUninstall: false,
  },
  portable: { artifactName: '${productName} ${version} portable.${ext}' },
  mac: {
    target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
    icon: 'build/icons/icon.icns',
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
  },
  /** An unpacked runtime is copied as it is: what belongs to its way of starting does not belong in a package. */
  afterPack: ({ appOutDir, electronPlatformName }) => {
    if (electronPlatformName !== 'linux') return;
    rmSync(join(appOutDir, 'resources/default_app.asar'), { force: true });
    rmSync(join(appOutDir, 'version'), { force: true });
    if (isTestBuild) {
      writeFileSync(
        join(appOutDir, 'TEST-BUILD.txt'),
        `Made for tests with Electron ${carried.electron} (${runtime.origin}). Not for publication.\n`,
      );
    }
  },
};
