/** Whether the window or the command line is meant. Decided before anything of either is loaded. */

const commandLineSwitch = '--ndrange-command-line';

/**
 * The command line's arguments out of the program's; null: the window is meant. Everything behind `--` is
 * ours, so that no argument of a user is taken for a switch of Chromium.
 */
export const commandLineOf = (argv: readonly string[]): readonly string[] | null => {
  const end = argv.indexOf('--');
  const switches = end < 0 ? argv : argv.slice(0, end);
  if (!switches.includes(commandLineSwitch)) return null;
  return end < 0 ? [] : argv.slice(end + 1);
};
