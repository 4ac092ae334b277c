/**
 * Besides the usual rules this file executes the layer law: who may import whom. A layer that reaches
 * where it must not fails the build.
 */
import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript';
import prettier from 'eslint-config-prettier';
import pluginVue from 'eslint-plugin-vue';

/** A layer: files, and patterns of imports that they must not make, with the reason shown to the author. */
const forbid = (files, patterns, ignores = []) => ({
  files,
  ignores,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: patterns.map(([group, message]) => ({ regex: group, message })) },
    ],
  },
});

const noFfi = ['^koffi$', 'Only src-main/opencl/binding.ts names the FFI.'];
const noEcharts = ['^echarts', 'Only components/BaseChart.vue imports echarts.'];
const noElectron = [
  '^electron$',
  'Only index.ts, window.ts, preload.ts, ipc/ and the utility-process host know Electron.',
];
const noOpencl = ['(^@main/opencl|/opencl/)', 'Only the worker imports opencl/.'];
const noMain = ['^@main/', 'The window never imports main-process code.'];

export default defineConfigWithVueTs(
  {
    ignores: [
      'out/**',
      'release/**',
      '.runtime/**',
      'test-results/**',
      'playwright-report/**',
      'artifacts/**',
      // Types of a script: no part of a TypeScript project.
      'build/**/*.d.mts',
    ],
  },
  pluginVue.configs['flat/recommended'],
  vueTsConfigs.strictTypeChecked,
  {
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  // The law. Later entries replace earlier ones for the files that they name.
  forbid(
    ['src-shared/domain/**/*.ts'],
    [
      [
        '^(?!\\./|\\.\\./domain/|simple-statistics$|valibot$|papaparse$)',
        'The domain imports only the domain, simple-statistics, valibot and papaparse.',
      ],
    ],
  ),
  // A folder of the domain reaches the rest of it, and nothing that lies outside.
  forbid(
    ['src-shared/domain/*/*.ts'],
    [['^(?!\\./|\\.\\./[a-z])', 'A folder of the domain imports only the domain.']],
  ),
  forbid(
    ['src-shared/domain/*/*/*.ts'],
    [
      [
        '^(?!\\./|\\.\\./[a-z]|\\.\\./\\.\\./[a-z])',
        'A folder of the domain imports only the domain.',
      ],
    ],
  ),
  forbid(
    ['src-shared/ipc/**/*.ts'],
    [['^(?!\\./|\\.\\./domain/|valibot$)', 'The contract imports only the domain and valibot.']],
  ),
  forbid(
    ['src-shared/charts/**/*.ts', 'src-shared/report/**/*.ts'],
    [
      [
        '^(?!\\./|\\.\\./(domain|text|charts)(/|$))',
        'Drawings and reports import only the domain, texts and each other.',
      ],
    ],
  ),
  forbid(
    ['src-main/**/*.ts'],
    [noFfi, noOpencl, noElectron, ['^@renderer/', 'Main never imports the window.']],
    [
      'src-main/opencl/**',
      'src-main/worker.ts',
      'src-main/worker/**',
      'src-main/index.ts',
      'src-main/window.ts',
      'src-main/preload.ts',
      'src-main/ipc/**',
      'src-main/electron/**',
    ],
  ),
  forbid(
    ['src-main/opencl/**/*.ts', 'src-main/worker.ts', 'src-main/worker/**/*.ts'],
    [noFfi, noElectron],
    ['src-main/opencl/binding.ts'],
  ),
  forbid(
    [
      'src-main/index.ts',
      'src-main/window.ts',
      'src-main/preload.ts',
      'src-main/ipc/**/*.ts',
      'src-main/electron/**/*.ts',
    ],
    [noFfi, noOpencl],
  ),
  forbid(
    ['src-renderer/**/*.{ts,vue}'],
    [noMain, noEcharts, noElectron, noFfi],
    ['src-renderer/components/BaseChart.vue'],
  ),
  forbid(
    ['src-renderer/components/**/*.{ts,vue}'],
    [
      noMain,
      noEcharts,
      noElectron,
      ['(^@renderer/stores|/stores/)', 'Components take props; views read stores.'],
    ],
    ['src-renderer/components/BaseChart.vue'],
  ),
  {
    files: ['src-renderer/**/*.{ts,vue}'],
    ignores: ['src-renderer/client.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='workbench']",
          message: 'Only client.ts touches window.workbench.',
        },
      ],
    },
  },
  {
    // The command line's and the scripts' business is to print.
    files: ['src-main/cli/**/*.ts', 'build/**/*.mjs', 'test/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs'],
    extends: [vueTsConfigs.disableTypeChecked],
  },
  prettier,
);
