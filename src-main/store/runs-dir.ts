/**
 * Where runs are kept. The command line and the window agree on one folder: the place that Electron
 * gives the app for its data, worked out here without Electron so that the command line finds it too.
 * `NDRANGE_RUNS_DIR` overrides it.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

const appFolder = 'NDRange Workbench';

export interface RunsDirSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The default runs folder; it may not exist yet. An empty variable counts as not set. */
export const defaultRunsDir = (
  at: RunsDirSurroundings = { env: process.env, platform: process.platform, home: homedir() },
): string => {
  const override = at.env['NDRANGE_RUNS_DIR'];
  if (override) return override;
  return join(applicationData(at), appFolder, 'runs');
};

const applicationData = ({ env, platform, home }: RunsDirSurroundings): string => {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support');
    case 'win32':
      return env['APPDATA'] || join(home, 'AppData', 'Roaming');
    default:
      return env['XDG_CONFIG_HOME'] || join(home, '.config');
  }
};
