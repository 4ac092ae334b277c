/**
 * What both directions of CSV agree on: columns, their order, and how text that a spreadsheet would run as
 * a formula is kept from it. Columns are only ever appended (docs/file-formats.md).
 */
export const configurationColumns = [
  'run',
  'started_at',
  'device',
  'device_key',
  'driver',
  'platform',
  'kernel',
  'source_sha256',
  'build_options',
  'global_x',
  'global_y',
  'global_z',
  'launched_x',
  'launched_y',
  'launched_z',
  'local_x',
  'local_y',
  'local_z',
  'local_is_null',
  'outcome',
  'reason',
  'time_source',
  'n',
  'median_ns',
  'min_ns',
  'mean_ns',
  'sd_ns',
  'q1_ns',
  'q3_ns',
  'gflops',
  'gbps',
  'ci_low_ns',
  'ci_high_ns',
  'mad_ns',
  'batch_k',
  'restore',
  'cache_mode',
  'lane_shared',
  'stop_reason',
  'build_ns',
  'first_launch_ns',
  'chosen_x',
  'chosen_y',
  'chosen_z',
  'in_tie_set',
  'in_plateau',
  'verified',
  'args_json',
  'spec_sha256',
  'app_version',
  'peak_gflops_share',
  'peak_gbps_share',
] as const;
export type ConfigurationColumn = (typeof configurationColumns)[number];

export const launchColumns = [
  'run',
  'device_key',
  'kernel',
  'local_x',
  'local_y',
  'local_z',
  'local_is_null',
  'round',
  'index',
  'queue_ns',
  'submit_ns',
  'run_ns',
  'wall_ns',
  'time_source',
  'batch_k',
  'outlier',
] as const;
export type LaunchColumn = (typeof launchColumns)[number];

/** What spreadsheets take for the start of a formula, the wide forms of East Asian keyboards included. */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A text cell that no spreadsheet runs: one apostrophe before what could start a formula (and before text
 * that already looks so guarded, so that `unguardText` gives back exactly what went in).
 */
export const guardText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** Undoes `guardText`. */
export const unguardText = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
